import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Fragment, type ReactNode } from 'react';
import { classes } from '#web/ui/class-names.ts';
import type { DisplayedRow } from './apply-changes.ts';

type RunRowsProps = {
  rows: readonly DisplayedRow[];
  selectedId: string | undefined;
  onTap: (row: DisplayedRow) => void;
  onDrop: (row: DisplayedRow, target: DisplayedRow) => void;
  renderForm: (row: DisplayedRow) => ReactNode;
};

/** The two columns read from left to right, so that a whole show fits on a phone. */
export function RunRows({ rows, selectedId, onTap, onDrop, renderForm }: RunRowsProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // An immediate move scrolls; a long press starts a drag.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );

  function onDragEnd({ active, over }: DragEndEvent) {
    const [row, target] = [active, over].map((item) => rows.find(({ id }) => id === item?.id));
    if (row && target && row !== target) onDrop(row, target);
  }

  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={rows.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ol className="grid grid-cols-2">
          {rows.map((row, index) => {
            const startsSet = row.setLabel !== (rows[index - 1]?.setLabel ?? null);
            return (
              <Fragment key={row.id}>
                {startsSet && (
                  <li className="label col-span-2 border-rule border-b px-3 py-1 text-ink-dim">
                    {row.setLabel ?? 'No label'}
                  </li>
                )}
                {renderForm(row) || (
                  <RunRow row={row} isSelected={row.id === selectedId} onTap={() => onTap(row)} />
                )}
              </Fragment>
            );
          })}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type RunRowProps = {
  row: DisplayedRow;
  isSelected: boolean;
  onTap: () => void;
};

function RunRow({ row, isSelected, onTap }: RunRowProps) {
  const { id, position, song, isCloser, segue, isUnsent } = row;
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        'relative border-rule border-r border-b',
        isDragging && 'z-10 bg-sheet-now shadow-raised',
      )}
    >
      <button
        type="button"
        {...listeners}
        aria-pressed={isSelected}
        onClick={onTap}
        className={classes(
          'flex min-h-11 w-full touch-manipulation select-none items-center gap-1.5 py-0.5 pr-1.5 pl-1 text-left [-webkit-touch-callout:none] focus-visible:-outline-offset-2',
          isSelected && 'bg-sheet-now',
          isUnsent && 'text-ink-dim',
        )}
      >
        <span className="poster w-6 shrink-0 text-right font-bold text-lg text-ink-dim tabular-nums">
          {position}
        </span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="line-clamp-2 wrap-anywhere font-semibold text-sm leading-[1.15]">
            {song.title}
            {segue && <span aria-hidden> &gt;</span>}
          </span>
        </span>
        {isCloser && <span className="label shrink-0 text-special">Closer</span>}
        {segue && <span className="sr-only">segue</span>}
        {isUnsent && <span className="sr-only">not yet sent</span>}
      </button>
    </li>
  );
}

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DraggableSyntheticListeners,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Grip event handlers by song id. */
export type Grips = Map<string, DraggableSyntheticListeners>;

/** `songIds` is the list if the drag ended now. */
export interface Drag {
  songId: string;
  songIds: readonly string[];
}

export type DragLayerProps = {
  songIds: readonly string[];
  getTitle: (songId: string) => string;
  disabled: boolean;
  /** Rendered by the parent: each row has `data-song`, and its grip `data-grip`. */
  list: RefObject<HTMLElement | null>;
  grips: RefObject<Grips>;
  /** Null on mount and when the drag ends. */
  onDrag: (drag: Drag | null) => void;
  onDrop: (songId: string, to: number) => void;
};

/** Renders no elements, so it can load late without remounting the row under a finger. */
export default function DragLayer({
  songIds,
  getTitle,
  disabled,
  onDrag,
  onDrop,
  ...rowProps
}: DragLayerProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // Moving right away scrolls; holding first starts a drag.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useEffect(() => onDrag(null), [onDrag]);

  const findIndex = (target: DragEndEvent['over']) =>
    target ? songIds.indexOf(String(target.id)) : -1;

  function onDragOver({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) {
    const songId = String(active.id);
    const fromIndex = songIds.indexOf(songId);
    const index = findIndex(over);
    onDrag({ songId, songIds: index < 0 ? songIds : arrayMove([...songIds], fromIndex, index) });
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    onDrag(null);
    const index = findIndex(over);
    if (index >= 0) onDrop(String(active.id), index);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVertical]}
      onDragStart={({ active }) => onDragOver({ active, over: null })}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={() => onDrag(null)}
      // The list renders its own instructions.
      accessibility={{
        announcements: dragAnnouncements(songIds, getTitle),
        screenReaderInstructions: { draggable: '' },
      }}
    >
      <SortableContext items={[...songIds]} strategy={verticalListSortingStrategy}>
        {songIds.map((songId) => (
          <DraggedRow key={songId} {...rowProps} songId={songId} disabled={disabled} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

type DraggedRowProps = Pick<DragLayerProps, 'list' | 'grips' | 'disabled'> & { songId: string };

/** Moves a row that the parent rendered. */
function DraggedRow({ songId, disabled, list, grips }: DraggedRowProps) {
  const sortable = useSortable({ id: songId, disabled });
  const { listeners, transform, transition, setNodeRef, setActivatorNodeRef } = sortable;

  useLayoutEffect(() => {
    const row = findRow(list, songId);
    setNodeRef(row);
    setActivatorNodeRef(row?.querySelector<HTMLElement>('[data-grip]') ?? null);
    return () => {
      setNodeRef(null);
      setActivatorNodeRef(null);
    };
  }, [list, songId, setNodeRef, setActivatorNodeRef]);

  useLayoutEffect(() => {
    const currentGrips = grips.current;
    currentGrips.set(songId, listeners);
    return () => void currentGrips.delete(songId);
  }, [grips, songId, listeners]);

  useLayoutEffect(() => {
    const row = findRow(list, songId);
    if (!row) return;
    row.style.transform = CSS.Translate.toString(transform) ?? '';
    row.style.transition = transition ?? '';
  });

  return null;
}

function findRow(list: RefObject<HTMLElement | null>, songId: string): HTMLElement | null {
  return list.current?.querySelector<HTMLElement>(`[data-song="${songId}"]`) ?? null;
}

const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function dragAnnouncements(
  songIds: readonly string[],
  getTitle: (songId: string) => string,
): Announcements {
  const title = (id: string | number) => getTitle(String(id));
  const position = (id: string | number) =>
    `number ${songIds.indexOf(String(id)) + 1} of ${songIds.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${position(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} is over ${position(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${title(active.id)} dropped as ${position(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${title(active.id)} is back as ${position(active.id)}.`,
  };
}

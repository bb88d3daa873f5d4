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

export type HandleListeners = Map<string, DraggableSyntheticListeners>;

/** `songIds` is the order that dropping now would save. */
export interface Drag {
  songId: string;
  songIds: readonly string[];
}

export type DragLayerProps = {
  songIds: readonly string[];
  getTitle: (songId: string) => string;
  disabled: boolean;
  /** Rendered by the parent: each row has `data-song`, and its drag handle `data-drag-handle`. */
  list: RefObject<HTMLElement | null>;
  handleListeners: RefObject<HandleListeners>;
  /** Null on mount and when the drag ends. */
  onDrag: (drag: Drag | null) => void;
  onDrop: (songId: string, to: number) => void;
};

/** Renders no elements, so loading it later doesn't remount the row under a finger. */
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
    // An immediate move scrolls; a long press starts a drag.
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
      modifiers={[restrictToVerticalAxis]}
      onDragStart={({ active }) => onDragOver({ active, over: null })}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={() => onDrag(null)}
      // The list renders its own instructions.
      accessibility={{
        announcements: buildAnnouncements(songIds, getTitle),
        screenReaderInstructions: { draggable: '' },
      }}
    >
      <SortableContext items={[...songIds]} strategy={verticalListSortingStrategy}>
        {songIds.map((songId) => (
          <SortableRow key={songId} {...rowProps} songId={songId} disabled={disabled} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

type SortableRowProps = Pick<DragLayerProps, 'list' | 'handleListeners' | 'disabled'> & {
  songId: string;
};

function SortableRow({ songId, disabled, list, handleListeners }: SortableRowProps) {
  const sortable = useSortable({ id: songId, disabled });
  const { listeners, transform, transition, setNodeRef, setActivatorNodeRef } = sortable;

  useLayoutEffect(() => {
    const row = findRow(list, songId);
    setNodeRef(row);
    setActivatorNodeRef(row?.querySelector<HTMLElement>('[data-drag-handle]') ?? null);
    return () => {
      setNodeRef(null);
      setActivatorNodeRef(null);
    };
  }, [list, songId, setNodeRef, setActivatorNodeRef]);

  useLayoutEffect(() => {
    const listenersBySong = handleListeners.current;
    listenersBySong.set(songId, listeners);
    return () => void listenersBySong.delete(songId);
  }, [handleListeners, songId, listeners]);

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

const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function buildAnnouncements(
  songIds: readonly string[],
  getTitle: (songId: string) => string,
): Announcements {
  const title = (id: string | number) => getTitle(String(id));
  const position = (id: string | number) =>
    `position ${songIds.indexOf(String(id)) + 1} of ${songIds.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${position(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} moved to ${position(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${title(active.id)} dropped at ${position(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) =>
      `Canceled. ${title(active.id)} returned to ${position(active.id)}.`,
  };
}

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
  titleOf: (songId: string) => string;
  disabled: boolean;
  /** Rendered by the parent: each row has `data-song`, and its grip `data-grip`. */
  list: RefObject<HTMLElement | null>;
  grips: RefObject<Grips>;
  /** Null on mount and when the drag ends. */
  onDrag: (drag: Drag | null) => void;
  onDrop: (songId: string, to: number) => void;
};

/** Renders and wraps nothing, so it can load late without remounting the row under a finger. */
export default function DragLayer({
  songIds,
  titleOf,
  disabled,
  onDrag,
  onDrop,
  ...to
}: DragLayerProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // Moving right away scrolls; holding first starts a drag.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useEffect(() => onDrag(null), [onDrag]);

  const placeOf = (end: DragEndEvent['over']) => (end ? songIds.indexOf(String(end.id)) : -1);

  function onDragOver({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) {
    const songId = String(active.id);
    const from = songIds.indexOf(songId);
    const at = placeOf(over);
    onDrag({ songId, songIds: at < 0 ? songIds : arrayMove([...songIds], from, at) });
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    onDrag(null);
    const at = placeOf(over);
    if (at >= 0) onDrop(String(active.id), at);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      onDragStart={({ active }) => onDragOver({ active, over: null })}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={() => onDrag(null)}
      // The list renders its own instructions.
      accessibility={{
        announcements: dragAnnouncements(songIds, titleOf),
        screenReaderInstructions: { draggable: '' },
      }}
    >
      <SortableContext items={[...songIds]} strategy={verticalListSortingStrategy}>
        {songIds.map((songId) => (
          <DraggedRow key={songId} {...to} songId={songId} disabled={disabled} />
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
    const row = rowOf(list, songId);
    setNodeRef(row);
    setActivatorNodeRef(row?.querySelector<HTMLElement>('[data-grip]') ?? null);
    return () => {
      setNodeRef(null);
      setActivatorNodeRef(null);
    };
  }, [list, songId, setNodeRef, setActivatorNodeRef]);

  useLayoutEffect(() => {
    const all = grips.current;
    all.set(songId, listeners);
    return () => void all.delete(songId);
  }, [grips, songId, listeners]);

  useLayoutEffect(() => {
    const row = rowOf(list, songId);
    if (!row) return;
    row.style.transform = CSS.Translate.toString(transform) ?? '';
    row.style.transition = transition ?? '';
  });

  return null;
}

function rowOf(list: RefObject<HTMLElement | null>, songId: string): HTMLElement | null {
  return list.current?.querySelector<HTMLElement>(`[data-song="${songId}"]`) ?? null;
}

const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function dragAnnouncements(
  songIds: readonly string[],
  titleOf: (songId: string) => string,
): Announcements {
  const title = (id: string | number) => titleOf(String(id));
  const place = (id: string | number) =>
    `number ${songIds.indexOf(String(id)) + 1} of ${songIds.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${title(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${title(active.id)} is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `${title(active.id)} dropped as ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${title(active.id)} is back as ${place(active.id)}.`,
  };
}

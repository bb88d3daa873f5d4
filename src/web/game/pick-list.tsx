import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  type ScreenReaderInstructions,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { PickRow } from './pick-row.tsx';
import { useFocusTools } from './use-focus-tools.ts';

export type PickListProps = {
  songIds: readonly string[];
  titleOf: (songId: string) => string;
  /** Stamped as it appears. */
  lastAdded: string | null;
  disabled: boolean;
  onMove: (songId: string, to: number) => void;
  /** A drag tells by itself what it does, so it is not announced twice. */
  onDrop: (songId: string, to: number) => void;
  onRemove: (songId: string) => void;
};

/** The chosen songs in order: dragged by their grip, or moved and removed by buttons. */
export function PickList({ songIds, titleOf, lastAdded, disabled, ...on }: PickListProps) {
  const { list, focusNext } = useFocusTools(songIds);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A finger that moves at once scrolls; one that rests for a moment has picked the song up.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function onDragEnd({ active, over }: DragEndEvent) {
    const to = over ? songIds.indexOf(String(over.id)) : -1;
    if (to >= 0) on.onDrop(String(active.id), to);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: dragAnnouncements(songIds, titleOf),
        screenReaderInstructions: DRAG_INSTRUCTIONS,
      }}
    >
      <SortableContext items={[...songIds]} strategy={verticalListSortingStrategy}>
        <ol ref={list} aria-label="Your Prediction">
          {songIds.map((songId, place) => (
            <PickRow
              key={songId}
              songId={songId}
              title={titleOf(songId)}
              place={place}
              count={songIds.length}
              fresh={songId === lastAdded}
              disabled={disabled}
              onMove={(to, by) => {
                focusNext(songId, by, { stay: true });
                on.onMove(songId, to);
              }}
              onRemove={() => {
                const neighbour = songIds[place + 1] ?? songIds[place - 1];
                if (neighbour) focusNext(neighbour, 'remove', { stay: false });
                on.onRemove(songId);
              }}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** What a screen reader says while a song is dragged; titles by their song's id. */
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

const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'Press space to pick up the song, the arrow keys to move it, space again to drop it, escape to put it back.',
};

import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';

/** What a screen reader says while a song is dragged; titles by their song's id. */
export function dragAnnouncements(
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

export const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'Press space to pick up the song, the arrow keys to move it, space again to drop it, escape to put it back.',
};

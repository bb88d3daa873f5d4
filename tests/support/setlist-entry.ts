import type { SetlistEntry } from '#contract/setlists.ts';

export const SHOW_ID = '00000000-0000-4000-8000-000000000001';

/** The id of the song of that number. */
export function songIdOf(song: number): string {
  return `00000001-0000-4000-8000-${String(song).padStart(12, '0')}`;
}

/** A row of a setlist, all of whose numbers are the row's where nothing else is said. */
export function setlistEntry(
  row: number,
  { song = row, position = row, version = row } = {},
): SetlistEntry {
  const songId = songIdOf(song);
  return {
    id: `00000002-0000-4000-8000-${String(row).padStart(12, '0')}`,
    showId: SHOW_ID,
    songId,
    position,
    playedAt: null,
    isCloser: false,
    notes: null,
    setLabel: null,
    version,
    song: { id: songId, title: `Song ${song}` },
  };
}

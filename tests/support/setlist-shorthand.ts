import type { SetlistRow } from '#server/setlists/setlist-rows.ts';

/** One letter per row. A dot is the gap that a deleted song left. */
export function buildSetlist(letters: string): SetlistRow[] {
  return [...letters].flatMap((letter, index) =>
    letter === '.' ? [] : [{ ...buildRow(letter), position: index + 1 }],
  );
}

export function buildRow(letter: string): Omit<SetlistRow, 'position'> {
  const empty = {
    isCloser: false,
    notes: null,
    setLabel: null,
    segue: false,
    breakAfter: null,
    source: null,
    playedAt: null,
    version: 1,
  };
  return { id: letter, showId: 'show', songId: `song ${letter}`, ...empty };
}

export function toLetters(rows: readonly SetlistRow[]): string {
  const end = rows.at(-1)?.position ?? 0;
  return Array.from(
    { length: end },
    (_, index) => rows.find(({ position }) => position === index + 1)?.id ?? '.',
  ).join('');
}

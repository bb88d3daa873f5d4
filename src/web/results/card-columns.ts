import type { CSSProperties } from 'react';

/** From this many songs on a card has two columns (product rule). */
const TWO_COLUMNS_FROM = 21;

export function isInTwoColumns(songs: number): boolean {
  return songs >= TWO_COLUMNS_FROM;
}

/** For a grid that flows down its first column, then its second: `--rows`, its row template. */
export function rowsOfTwoColumns(songs: number): CSSProperties & Record<'--rows', string> {
  return { '--rows': `repeat(${Math.ceil(songs / 2)}, auto)` };
}

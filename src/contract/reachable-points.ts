import { assignColumns } from './assignment.ts';
import { MAX_PICKS } from './predictions.ts';
import { indexSetlist, type PlayedRow, type SongPick, totalPoints } from './scoring.ts';

/** Returns the most points that the picks can have at the end if no stored row changes. */
export function computeReachablePoints(
  picks: readonly SongPick[],
  rows: readonly PlayedRow[],
  showLength: number = estimateShowLength(rows),
): number {
  const positions = listFuturePositions(rows, showLength);
  const points = totalPoints(picks, indexSetlist(rows));
  // A song is picked once, so rows add up: each one changes the outcome of one pick.
  const gains = picks.map(({ songId }) =>
    positions.map((position) => {
      // Marking a closer never costs a fan points.
      const row = { songId, position, isCloser: true };
      return totalPoints(picks, indexSetlist(addRow(rows, row))) - points;
    }),
  );
  // Columns without points stand for the songs that the band doesn't play.
  const table = gains.map((pickGains) => [...pickGains, ...picks.map(() => 0)]);
  return assignColumns(table).reduce((sum, column, n) => sum + (table[n]?.[column] ?? 0), points);
}

/** Assumes at most this many songs: in a longer show, every pick could still be played. */
export function estimateShowLength(rows: readonly PlayedRow[]): number {
  return Math.max(MAX_PICKS, getNextPosition(rows));
}

export function getNextPosition(rows: readonly PlayedRow[]): number {
  return rows.reduce((last, { position }) => Math.max(last, position), 0) + 1;
}

export function listFuturePositions(rows: readonly PlayedRow[], showLength: number): number[] {
  const next = getNextPosition(rows);
  return Array.from({ length: Math.max(0, showLength - next + 1) }, (_, n) => next + n);
}

/** Adds a future row. Before the first song, another song opens the show unless the row does. */
export function addRow(rows: readonly PlayedRow[], row: PlayedRow): readonly PlayedRow[] {
  const next = getNextPosition(rows);
  if (rows.length > 0 || row.position === next) return [...rows, row];
  return [{ songId: '', position: next, isCloser: false }, row];
}

/** Returns the rank with these points if the others keep theirs; null below the last of `rows`. */
export function computeReachableRank(
  points: number,
  userId: string,
  { rows, total }: { rows: readonly { userId: string; totalPoints: number }[]; total: number },
): number | null {
  const others = rows.filter((row) => row.userId !== userId);
  const better = others.filter(({ totalPoints }) => totalPoints > points).length;
  const isKnown = better < others.length || rows.length >= total;
  return isKnown ? better + 1 : null;
}

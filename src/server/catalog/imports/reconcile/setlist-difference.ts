import type { liveSetlistSongs } from '../../../db/schema/setlists.ts';

type Row = Pick<
  typeof liveSetlistSongs.$inferSelect,
  'songId' | 'position' | 'setLabel' | 'isCloser' | 'segue' | 'notes'
>;

const FIELD_LABELS = {
  setLabel: 'the set',
  isCloser: 'the closer mark',
  segue: 'the segue',
  notes: 'the notes',
} as const;
const FIELDS = Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[];

export function isSamePerformance(a: readonly Row[], b: readonly Row[]): boolean {
  const formatPlays = (rows: readonly Row[]) =>
    rows.map((row) => `${row.position} ${row.songId}`).join();
  return formatPlays(a) === formatPlays(b);
}

export function isSameRow(a: Row, b: Row): boolean {
  return isSamePerformance([a], [b]) && FIELDS.every((key) => a[key] === b[key]);
}

/** Pairs the nth rows of the same song. An added or removed row pairs with undefined. */
export function pairRows<A extends Row, B extends Row>(
  currentRows: readonly A[],
  targetRows: readonly B[],
): [A | undefined, B | undefined][] {
  const remaining = [...currentRows];
  const pairs = targetRows.map((row): [A | undefined, B | undefined] => {
    const index = remaining.findIndex(({ songId }) => songId === row.songId);
    const [previous] = index === -1 ? [] : remaining.splice(index, 1);
    // Keeps notes and labels that the archive lacks.
    const notes = row.notes ?? previous?.notes ?? null;
    const setLabel = row.setLabel ?? previous?.setLabel ?? null;
    return [previous, { ...row, notes, setLabel }];
  });
  return [...pairs, ...remaining.map((row): [A, undefined] => [row, undefined])];
}

/** One sentence per change: 'Adds “Ember” at 3', 'Moves “Gale” from 4 to 6'. */
export function formatDifference(
  currentRows: readonly Row[],
  targetRows: readonly Row[],
  getTitle: (songId: string) => string,
): string[] {
  const pairs = pairRows(currentRows, targetRows);
  const unmovedPositions = findLongestIncreasingSubsequence(
    pairs.flatMap(([previous, next]) => (previous && next ? previous.position : [])),
  );
  const lines = pairs.flatMap(([previous, next]) => {
    if (!previous) return next ? [`Adds “${getTitle(next.songId)}” at ${next.position}`] : [];
    const title = `“${getTitle(previous.songId)}”`;
    if (!next) return [`Removes ${title} from ${previous.position}`];
    const isMoved = !unmovedPositions.has(previous.position);
    const changedFields = FIELDS.filter((key) => previous[key] !== next[key]).map(
      (key) => FIELD_LABELS[key],
    );
    const isRepeated = currentRows.some(
      (row) => row.songId === previous.songId && row !== previous,
    );
    const label = isRepeated ? `${title} at ${previous.position}` : title;
    return [
      ...(isMoved ? [`Moves ${title} from ${previous.position} to ${next.position}`] : []),
      ...(changedFields.length > 0
        ? [`Changes ${listFormat.format(changedFields)} of ${label}`]
        : []),
    ];
  });
  const previousGaps = findGaps(currentRows);
  const nextGaps = findGaps(targetRows);
  if (lines.length > 0 && previousGaps.length === nextGaps.length) return lines;
  // A gap filled by a new song is already listed as an addition.
  const pairedPositions = pairs.flatMap(([previous, next]) =>
    previous && next ? next.position : [],
  );
  return [
    ...lines,
    ...nextGaps
      .filter((position) => !previousGaps.includes(position))
      .map((position) => `Leaves position ${position} empty`),
    ...previousGaps
      .filter((position) => pairedPositions.includes(position))
      .map((position) => `Closes the gap at ${position}`),
  ];
}

function findGaps(rows: readonly Row[]): number[] {
  const occupied = new Set(rows.map(({ position }) => position));
  const last = Math.max(0, ...occupied);
  return Array.from({ length: last }, (_, index) => index + 1).filter(
    (position) => !occupied.has(position),
  );
}

const listFormat = new Intl.ListFormat('en');

function findLongestIncreasingSubsequence(numbers: readonly number[]): Set<number> {
  const runs: number[][] = [];
  for (const [index, number] of numbers.entries()) {
    const shorterRuns = runs.filter((_, previousIndex) => (numbers[previousIndex] ?? 0) < number);
    runs[index] = [...findLongest(shorterRuns), number];
  }
  return new Set(findLongest(runs));
}

function findLongest(runs: readonly number[][]): number[] {
  return runs.reduce((best, run) => (run.length >= best.length ? run : best), []);
}

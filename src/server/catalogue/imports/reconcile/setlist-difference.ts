import type { liveSetlistSongs } from '../../../db/schema/setlists.ts';

type Row = Pick<
  typeof liveSetlistSongs.$inferSelect,
  'songId' | 'position' | 'setLabel' | 'isCloser' | 'segue' | 'notes'
>;

const FIELDS = {
  setLabel: 'the set',
  isCloser: 'the closer mark',
  segue: 'the segue',
  notes: 'the notes',
} as const;
const KEYS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

export function isSamePerformance(a: readonly Row[], b: readonly Row[]): boolean {
  const plays = (rows: readonly Row[]) => rows.map((row) => `${row.position} ${row.songId}`).join();
  return plays(a) === plays(b);
}

export function isSameRow(a: Row, b: Row): boolean {
  return isSamePerformance([a], [b]) && KEYS.every((key) => a[key] === b[key]);
}

/** Pairs the nth plays of a song. An added or removed row pairs with undefined. */
export function pairRows<A extends Row, B extends Row>(
  currentRows: readonly A[],
  targetRows: readonly B[],
): [A | undefined, B | undefined][] {
  const remaining = [...currentRows];
  const pairs = targetRows.map((row): [A | undefined, B | undefined] => {
    const index = remaining.findIndex(({ songId }) => songId === row.songId);
    const [previous] = index === -1 ? [] : remaining.splice(index, 1);
    // An archive without a note or label does not remove ours.
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
  titleOf: (songId: string) => string,
): string[] {
  const pairs = pairRows(currentRows, targetRows);
  const stationary = longestIncreasing(
    pairs.flatMap(([previous, next]) => (previous && next ? previous.position : [])),
  );
  const lines = pairs.flatMap(([previous, next]) => {
    if (!previous) return next ? [`Adds “${titleOf(next.songId)}” at ${next.position}`] : [];
    const title = `“${titleOf(previous.songId)}”`;
    if (!next) return [`Removes ${title} from ${previous.position}`];
    const isMoved = !stationary.has(previous.position);
    const changed = KEYS.filter((key) => previous[key] !== next[key]).map((key) => FIELDS[key]);
    const isRepeated = currentRows.some(
      (row) => row.songId === previous.songId && row !== previous,
    );
    const which = isRepeated ? `${title} at ${previous.position}` : title;
    return [
      ...(isMoved ? [`Moves ${title} from ${previous.position} to ${next.position}`] : []),
      ...(changed.length > 0 ? [`Changes ${list.format(changed)} of ${which}`] : []),
    ];
  });
  const previousGaps = findGaps(currentRows);
  const nextGaps = findGaps(targetRows);
  // Gaps move along with the rows around them.
  if (lines.length > 0 && previousGaps.length === nextGaps.length) return lines;
  // A gap filled by a new song is already listed as an addition.
  const keptPositions = pairs.flatMap(([previous, next]) =>
    previous && next ? next.position : [],
  );
  return [
    ...lines,
    ...nextGaps
      .filter((position) => !previousGaps.includes(position))
      .map((position) => `Leaves position ${position} empty`),
    ...previousGaps
      .filter((position) => keptPositions.includes(position))
      .map((position) => `Closes the gap at ${position}`),
  ];
}

/** Empty positions of unknown and deleted songs. */
function findGaps(rows: readonly Row[]): number[] {
  const occupied = new Set(rows.map(({ position }) => position));
  const last = Math.max(0, ...occupied);
  return Array.from({ length: last }, (_, index) => index + 1).filter(
    (position) => !occupied.has(position),
  );
}

const list = new Intl.ListFormat('en');

/** The longest increasing subsequence. */
function longestIncreasing(numbers: readonly number[]): Set<number> {
  const runs: number[][] = [];
  for (const [index, number] of numbers.entries()) {
    const shorterRuns = runs.filter((_, previousIndex) => (numbers[previousIndex] ?? 0) < number);
    runs[index] = [...longest(shorterRuns), number];
  }
  return new Set(longest(runs));
}

function longest(runs: readonly number[][]): number[] {
  return runs.reduce((best, run) => (run.length >= best.length ? run : best), []);
}

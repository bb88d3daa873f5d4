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
  present: readonly A[],
  wanted: readonly B[],
): [A | undefined, B | undefined][] {
  const left = [...present];
  const pairs = wanted.map((row): [A | undefined, B | undefined] => {
    const at = left.findIndex(({ songId }) => songId === row.songId);
    const [was] = at === -1 ? [] : left.splice(at, 1);
    // An archive without a note or label does not remove ours.
    const notes = row.notes ?? was?.notes ?? null;
    const setLabel = row.setLabel ?? was?.setLabel ?? null;
    return [was, { ...row, notes, setLabel }];
  });
  return [...pairs, ...left.map((row): [A, undefined] => [row, undefined])];
}

/** One sentence per change: 'Adds “Ember” at 3', 'Moves “Gale” from 4 to 6'. */
export function formatDifference(
  present: readonly Row[],
  wanted: readonly Row[],
  titleOf: (songId: string) => string,
): string[] {
  const pairs = pairRows(present, wanted);
  const stayed = longestRising(pairs.flatMap(([was, is]) => (was && is ? was.position : [])));
  const lines = pairs.flatMap(([was, is]) => {
    if (!was) return is ? [`Adds “${titleOf(is.songId)}” at ${is.position}`] : [];
    const title = `“${titleOf(was.songId)}”`;
    if (!is) return [`Removes ${title} from ${was.position}`];
    const isMoved = !stayed.has(was.position);
    const changed = KEYS.filter((key) => was[key] !== is[key]).map((key) => FIELDS[key]);
    const isRepeated = present.some((row) => row.songId === was.songId && row !== was);
    const which = isRepeated ? `${title} at ${was.position}` : title;
    return [
      ...(isMoved ? [`Moves ${title} from ${was.position} to ${is.position}`] : []),
      ...(changed.length > 0 ? [`Changes ${list.format(changed)} of ${which}`] : []),
    ];
  });
  const were = emptyPlaces(present);
  const are = emptyPlaces(wanted);
  // Gaps move along with the rows around them.
  if (lines.length > 0 && were.length === are.length) return lines;
  // A gap filled by a new song is already listed as an addition.
  const kept = pairs.flatMap(([was, is]) => (was && is ? is.position : []));
  return [
    ...lines,
    ...are.filter((place) => !were.includes(place)).map((place) => `Leaves place ${place} empty`),
    ...were.filter((place) => kept.includes(place)).map((place) => `Closes the gap at ${place}`),
  ];
}

/** Gaps left by unknown and deleted songs. */
function emptyPlaces(rows: readonly Row[]): number[] {
  const taken = new Set(rows.map(({ position }) => position));
  const last = Math.max(0, ...taken);
  return Array.from({ length: last }, (_, at) => at + 1).filter((place) => !taken.has(place));
}

const list = new Intl.ListFormat('en');

/** The longest increasing subsequence. */
function longestRising(numbers: readonly number[]): Set<number> {
  const runs: number[][] = [];
  for (const [at, number] of numbers.entries()) {
    const before = runs.filter((_, earlier) => (numbers[earlier] ?? 0) < number);
    runs[at] = [...longest(before), number];
  }
  return new Set(longest(runs));
}

function longest(runs: readonly number[][]): number[] {
  return runs.reduce((best, run) => (run.length >= best.length ? run : best), []);
}

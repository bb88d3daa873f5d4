import type { liveSetlistSongs } from '../db/schema/setlists.ts';

type Row = Pick<
  typeof liveSetlistSongs.$inferSelect,
  'songId' | 'position' | 'setLabel' | 'isCloser' | 'segue' | 'notes'
>;

/** What is compared, and how a change of it is called. */
const FIELDS = {
  setLabel: 'the set',
  isCloser: 'the closer mark',
  segue: 'the segue',
  notes: 'the notes',
} as const;
const KEYS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** Whether the same songs stand at the same places. */
export function isSamePerformance(a: readonly Row[], b: readonly Row[]): boolean {
  const plays = (rows: readonly Row[]) => rows.map((row) => `${row.position} ${row.songId}`).join();
  return plays(a) === plays(b);
}

/** Whether a row is the other one in every respect that is compared. */
export function isSameRow(a: Row, b: Row): boolean {
  return isSamePerformance([a], [b]) && KEYS.every((key) => a[key] === b[key]);
}

/**
 * What becomes of each row: pairs of a present row and what takes its place, undefined where there is
 * none. The nth play of a song is the nth there.
 */
export function pairRows<A extends Row, B extends Row>(
  present: readonly A[],
  wanted: readonly B[],
): [A | undefined, B | undefined][] {
  const left = [...present];
  const pairs = wanted.map((row): [A | undefined, B | undefined] => {
    const at = left.findIndex(({ songId }) => songId === row.songId);
    const [was] = at === -1 ? [] : left.splice(at, 1);
    // That an archive says nothing takes no note or label away.
    const notes = row.notes ?? was?.notes ?? null;
    const setLabel = row.setLabel ?? was?.setLabel ?? null;
    return [was, { ...row, notes, setLabel }];
  });
  return [...pairs, ...left.map((row): [A, undefined] => [row, undefined])];
}

/**
 * The difference of two setlists, a sentence each: 'Adds “Ember” at 3', 'Moves “Gale” from 4 to 6'. None
 * where the pairs are rows that are the same.
 */
export function formatDifference(
  present: readonly Row[],
  wanted: readonly Row[],
  titleOf: (songId: string) => string,
): string[] {
  const pairs = pairRows(present, wanted);
  const stayed = longestRising(pairs.flatMap(([was, is]) => (was && is ? was.position : [])));
  const told = pairs.flatMap(([was, is]) => {
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
  // They move along with the rows around them.
  if (told.length > 0 && were.length === are.length) return told;
  // One that a new song takes has been told.
  const kept = pairs.flatMap(([was, is]) => (was && is ? is.position : []));
  return [
    ...told,
    ...are.filter((place) => !were.includes(place)).map((place) => `Leaves place ${place} empty`),
    ...were.filter((place) => kept.includes(place)).map((place) => `Closes the gap at ${place}`),
  ];
}

/** Places before the last song of which nobody knows the song, or where one was deleted. */
function emptyPlaces(rows: readonly Row[]): number[] {
  const taken = new Set(rows.map(({ position }) => position));
  const last = Math.max(0, ...taken);
  return Array.from({ length: last }, (_, at) => at + 1).filter((place) => !taken.has(place));
}

const list = new Intl.ListFormat('en');

/** The most of these different numbers that rise in the order in which they stand. */
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

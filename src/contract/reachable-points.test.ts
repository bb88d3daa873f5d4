import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeReachablePoints,
  computeReachableRank,
  estimateShowLength,
} from './reachable-points.ts';
import { indexSetlist, type PlayedRow, type SongPick, totalPoints } from './scoring.ts';

/** 'a - b' means picks at positions 1 and 3. */
function parsePicks(text: string): SongPick[] {
  return text
    .split(' ')
    .map((songId, index) => ({ songId, position: index + 1 }))
    .filter(({ songId }) => songId !== '-' && songId !== '');
}

/** 'a b*' means two rows with the second a closer. */
function parseRows(text: string): PlayedRow[] {
  return parsePicks(text).map(({ songId, position }) => ({
    songId: songId.replace('*', ''),
    position,
    isCloser: songId.endsWith('*'),
  }));
}

describe('computeReachablePoints', () => {
  test.each<[what: string, picks: string, played: string, showLength: number, points: number]>([
    ['every pick at its spot before the first song', 'a b c', '', 3, 41 + 27 + 41],
    ['a single pick', 'a', '', 1, 41],
    ['no opener after another song opened', 'a b c', 'x', 3, 27 + 41],
    ['the passed pick, if the show is longer', 'a b c', 'x', 4, 10 + 27 + 41],
    ['the closer after its spot has passed', 'a b', 'a x', 3, 41 + 41],
    ['the closer in the place of another pick', 'a b - c', 'x x', 3, 41],
    ['the closer, played before without the mark', 'a b', 'a b', 3, 41 + 41],
    ['a closer that is marked already', 'a b', 'a b*', 3, 41 + 41],
    ['a repeat at its own spot', 'a b c d', 'x c', 4, 27 + 41],
    ['a repeat and a song whose spot has passed', 'a b c d', 'x c', 5, 27 + 41 + 10],
    ['the first pick after a deleted one', '- a b', '', 3, 41 + 41],
    ['nothing after the last song', 'a b', 'x x', 2, 0],
  ])('counts %s: %s after "%s" in a show of %i', (_what, picks, played, showLength, points) => {
    expect(computeReachablePoints(parsePicks(picks), parseRows(played), showLength)).toBe(points);
  });

  test('equals the best of all continuations', () => {
    fc.assert(
      fc.property(shows, ({ picks, rows, remaining }) => {
        const showLength = rows.length + remaining;
        expect(computeReachablePoints(picks, rows, showLength)).toBe(
          tryAll(picks, rows, remaining),
        );
      }),
      { numRuns: 200 },
    );
  });

  test('never rises as songs are played, and ends at the earned points', () => {
    fc.assert(
      fc.property(fullSizePicks, fullSizeSetlist, (picks, songs) => {
        const rows = songs.map((songId, index) => ({
          ...{ songId, position: index + 1 },
          isCloser: index === songs.length - 1,
        }));
        const reachable = [...rows.keys(), rows.length].map((count) =>
          computeReachablePoints(picks, rows.slice(0, count), rows.length),
        );
        expect(reachable).toEqual(reachable.toSorted((a, b) => b - a));
        expect(reachable.at(-1)).toBe(totalPoints(picks, indexSetlist(rows)));
      }),
      { numRuns: 20 },
    );
  });
});

test.each([
  ['', 24],
  ['a b', 24],
  ['a '.repeat(24).trim(), 25],
  ['a '.repeat(30).trim(), 31],
])('after "%s", a show is assumed to have %i songs', (played, length) => {
  expect(estimateShowLength(parseRows(played))).toBe(length);
});

const song = fc.constantFrom('a', 'b', 'c');
const shows = fc.record({
  picks: fc.uniqueArray(song, { minLength: 1 }).chain((songs) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: 7 }), {
        minLength: songs.length,
        maxLength: songs.length,
      })
      .map((positions) =>
        songs.map((songId, index) => ({ songId, position: positions[index] ?? 0 })),
      ),
  ),
  rows: fc
    .array(fc.record({ songId: fc.constantFrom('a', 'b', 'c', 'x'), isCloser: fc.boolean() }), {
      maxLength: 4,
    })
    .map((rows) => rows.map((row, index) => ({ ...row, position: index + 1 }))),
  remaining: fc.integer({ min: 0, max: 3 }),
});

/** Tries every song in each remaining row, as a closer or not. */
function tryAll(picks: readonly SongPick[], rows: readonly PlayedRow[], remaining: number): number {
  const points = totalPoints(picks, indexSetlist(rows));
  if (remaining === 0) return points;
  const continuations = ['a', 'b', 'c', 'x'].flatMap((songId) =>
    [false, true].map((isCloser) => [...rows, { songId, position: rows.length + 1, isCloser }]),
  );
  return Math.max(points, ...continuations.map((next) => tryAll(picks, next, remaining - 1)));
}

const manySongs = Array.from({ length: 60 }, (_, n) => `song ${n}`);
const fullSizePicks = fc
  .shuffledSubarray(manySongs, { minLength: 24, maxLength: 24 })
  .map((songs) => songs.map((songId, index) => ({ songId, position: index + 1 })));
const fullSizeSetlist = fc.array(fc.constantFrom(...manySongs), { minLength: 1, maxLength: 29 });

describe('computeReachableRank', () => {
  const rows = [97, 82, 82, 10].map((totalPoints, n) => ({ userId: `fan ${n}`, totalPoints }));

  test.each<[points: number, userId: string, total: number, rank: number | null]>([
    [98, 'fan 3', 4, 1],
    [97, 'fan 3', 4, 1],
    [96, 'fan 3', 4, 2],
    [82, 'fan 3', 4, 2],
    [81, 'fan 3', 4, 4],
    [90, 'fan 0', 4, 1],
    [11, 'fan 9', 412, 4],
    [10, 'fan 9', 412, 4],
    [9, 'fan 9', 412, null],
    [9, 'fan 9', 4, 5],
  ])('with %i points, %s of %i fans has rank %j', (points, userId, total, rank) => {
    expect(computeReachableRank(points, userId, { rows, total })).toBe(rank);
  });

  test('ranks the only fan first', () => {
    expect(computeReachableRank(0, 'fan 0', { rows: rows.slice(0, 1), total: 1 })).toBe(1);
    expect(computeReachableRank(0, 'fan 0', { rows: [], total: 1 })).toBe(null);
  });
});

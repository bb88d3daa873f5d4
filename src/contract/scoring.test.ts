import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countOutcomes,
  indexSetlist,
  isCorrectPosition,
  type Outcome,
  type PlayedRow,
  POINTS,
  type SongPick,
  scorePicks,
  totalPoints,
} from './scoring.ts';

/** 'a b c*' means rows 1 to 3 with the third a closer; '-' is a position whose song was deleted. */
function buildSetlist(text: string): PlayedRow[] {
  return parsePicks(text).map(({ songId, position }) => ({
    songId: songId.replace('*', ''),
    position,
    isCloser: songId.endsWith('*'),
  }));
}

function parsePicks(text: string): SongPick[] {
  return text
    .split(' ')
    .map((songId, index) => ({ songId, position: index + 1 }))
    .filter(({ songId }) => songId !== '-' && songId !== '');
}

describe('scorePicks', () => {
  const [opener, closer, correct, wrong, none] = [41, 41, 27, 10, 0];

  test.each<[what: string, picks: string, played: string, points: number[]]>([
    ['opener, correct, wrong, not played, closer', 'a b d x e', 'a b c d e*', [41, 27, 10, 0, 41]],
    ['nothing played yet', 'a b c', '', [none, none, none]],
    ['one pick that opens', 'a', 'a b', [opener]],
    ['one pick that closes', 'b', 'a b*', [closer]],
    ['one pick that opens and closes: once', 'a', 'a*', [opener]],
    ['one pick, played elsewhere', 'c', 'a b c', [wrong]],
    ['the opener, not picked first', 'x a', 'a b c', [none, wrong]],
    ['the closer, not picked last', 'e x', 'a e*', [wrong, none]],
    ['the closer at its own spot, not picked last', 'x e y', 'a e*', [none, correct, none]],
    ['first pick is not the opener but at its spot', 'a b', '- b', [none, correct]],
    ['the last row without the mark is no closer', 'x y c', 'a b c', [none, none, correct]],
    ['the last pick played at its spot and closer', 'x y c', 'a b c*', [none, none, closer]],
    ['main-set closer and encore both marked', 'a d', 'a b c* d*', [opener, closer]],
    ['only the main-set closer picked', 'a c', 'a b c* d*', [opener, closer]],
    ['played twice, picked at its second place', 'x y z a', 'a b c a', [none, none, none, correct]],
    ['played twice, picked at its first place', 'x a y', 'b a c a', [none, correct, none]],
    ['played twice, picked at neither', 'x a', 'b c a d a', [none, wrong]],
    ['played twice, opener wins over wrong spot', 'a x', 'a b a', [opener, none]],
    ['played twice, marked the second time only', 'x a', 'b a c a*', [none, closer]],
    ['the opener closes too, picked last', 'x a', 'a b a*', [none, closer]],
    ['the opener closes too, picked first and alone', 'a', 'a b a*', [opener]],
    ['the opener closes too, picked in the middle', 'x a y', 'a b a*', [none, wrong, none]],
    ['opener before the closer when first is last', 'b', 'b*', [opener]],
    ['the deleted first pick: the next is the first', '- a c', 'a b c', [opener, correct]],
    ['the deleted last pick: the one before is the last', 'x b -', 'a b c b*', [none, closer]],
    ['all but one deleted: first and last at once', '- - c -', 'a b c*', [closer]],
    ['the deleted first row: the next opens', 'b x', '- b c', [opener, none]],
    ['a gap in the setlist moves no position', 'x y c', '- b c', [none, none, correct]],
  ])('scores %s: %s against %s', (_what, picks, played, points) => {
    const scored = scorePicks(parsePicks(picks), indexSetlist(buildSetlist(played)));
    expect(scored.map((pick) => pick.points)).toEqual(points);
  });

  test('names the outcome of each pick', () => {
    const scored = scorePicks(parsePicks('a b d x e'), indexSetlist(buildSetlist('a b c d e*')));
    expect(scored).toEqual([
      { songId: 'a', position: 1, outcome: 'Opener', points: 41 },
      { songId: 'b', position: 2, outcome: 'Correct spot', points: 27 },
      { songId: 'd', position: 3, outcome: 'Wrong spot', points: 10 },
      { songId: 'x', position: 4, outcome: 'Not played', points: 0 },
      { songId: 'e', position: 5, outcome: 'Closer', points: 41 },
    ]);
  });

  test.each<[Outcome, boolean]>([
    ['Opener', true],
    ['Closer', true],
    ['Correct spot', true],
    ['Wrong spot', false],
    ['Not played', false],
  ])('treats %s as the correct position: %s', (outcome, isCorrect) => {
    expect(isCorrectPosition(outcome)).toBe(isCorrect);
  });
});

/** Few songs and positions, so that picks and rows often match. */
const song = fc.constantFrom(...'abcdefgh');

const anyPicks = fc.uniqueArray(song, { minLength: 1, maxLength: 8 }).chain((songs) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 12 }), {
      minLength: songs.length,
      maxLength: songs.length,
    })
    .map((positions) =>
      songs.map((songId, index) => ({ songId, position: positions[index] ?? 0 })),
    ),
);

const anyRows = fc.uniqueArray(
  fc.record({ songId: song, position: fc.integer({ min: 1, max: 12 }), isCloser: fc.boolean() }),
  { maxLength: 12, selector: (row) => row.position },
);

/** Picks without position gaps; the tests build the matching setlist. */
const perfect = fc
  .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 24 })
  .map((songs) => songs.map((songId, index) => ({ songId, position: index + 1 })));

function calculateMaximum(picks: number): number {
  return picks === 1 ? 41 : 41 + 41 + 27 * (picks - 2);
}

test('counts the outcomes that occur, in the order of the rules', () => {
  const outcomes = ['Wrong spot', 'Not played', 'Opener', 'Wrong spot'] as const;
  expect(countOutcomes(outcomes.map((outcome) => ({ outcome })))).toEqual([
    { outcome: 'Opener', count: 1, pointsEach: 41 },
    { outcome: 'Wrong spot', count: 2, pointsEach: 10 },
    { outcome: 'Not played', count: 1, pointsEach: 0 },
  ]);
});

describe('scoring properties', () => {
  test('keep points between 0 and the maximum', () => {
    fc.assert(
      fc.property(anyPicks, anyRows, (picks, rows) => {
        const points = totalPoints(picks, indexSetlist(rows));
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(calculateMaximum(picks.length));
      }),
    );
  });

  test('give a perfect prediction exactly the maximum', () => {
    fc.assert(
      fc.property(perfect, (picks) => {
        const rows = picks.map((pick) => ({ ...pick, isCloser: pick.position === picks.length }));
        expect(totalPoints(picks, indexSetlist(rows))).toBe(calculateMaximum(picks.length));
      }),
    );
  });

  test('ignore the order of rows and picks', () => {
    const shuffled = fc
      .tuple(anyPicks, anyRows)
      .chain(([picks, rows]) =>
        fc.tuple(
          fc.constant(picks),
          fc.constant(rows),
          fc.shuffledSubarray(picks, { minLength: picks.length }),
          fc.shuffledSubarray(rows, { minLength: rows.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([picks, rows, otherPicks, otherRows]) => {
        const comparePositions = (a: SongPick, b: SongPick) => a.position - b.position;
        const scored = scorePicks(picks, indexSetlist(rows)).sort(comparePositions);
        expect(scorePicks(otherPicks, indexSetlist(otherRows)).sort(comparePositions)).toEqual(
          scored,
        );
      }),
    );
  });

  test('make the total the sum of the picks', () => {
    fc.assert(
      fc.property(anyPicks, anyRows, (picks, rows) => {
        const index = indexSetlist(rows);
        const sum = scorePicks(picks, index).reduce((total, pick) => total + pick.points, 0);
        expect(totalPoints(picks, index)).toBe(sum);
      }),
    );
  });

  test('give each pick the best rule it meets, as in a second implementation', () => {
    fc.assert(
      fc.property(anyPicks, anyRows, (picks, rows) => {
        const scored = scorePicks(picks, indexSetlist(rows));
        expect(scored.map((pick) => pick.points)).toEqual(
          picks.map((pick) => Math.max(...calculateMatchingPoints(pick, picks, rows))),
        );
      }),
    );
  });

  test('allow one opener and one closer, and derive points from the outcome', () => {
    fc.assert(
      fc.property(anyPicks, anyRows, (picks, rows) => {
        const scored = scorePicks(picks, indexSetlist(rows));
        expect(scored.filter(({ outcome }) => outcome === 'Opener').length).toBeLessThan(2);
        expect(scored.filter(({ outcome }) => outcome === 'Closer').length).toBeLessThan(2);
        for (const pick of scored) expect(pick.points).toBe(POINTS[pick.outcome]);
      }),
    );
  });
});

/** The points of every rule that a pick meets: a second, naive implementation. */
function calculateMatchingPoints(pick: SongPick, picks: SongPick[], rows: PlayedRow[]): number[] {
  const positions = picks.map(({ position }) => position);
  const songRows = rows.filter(({ songId }) => songId === pick.songId);
  const firstRow = Math.min(...rows.map(({ position }) => position));
  const isFirst = pick.position === Math.min(...positions);
  const isLast = pick.position === Math.max(...positions);
  return [
    isFirst && songRows.some(({ position }) => position === firstRow) ? 41 : 0,
    isLast && songRows.some(({ isCloser }) => isCloser) ? 41 : 0,
    songRows.some(({ position }) => position === pick.position) ? 27 : 0,
    songRows.length > 0 ? 10 : 0,
  ];
}

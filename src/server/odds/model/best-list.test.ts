import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assign, findBestList } from './best-list.ts';
import { createPositions, recordPositions } from './positions.ts';

const scoreTables = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }))
  .chain(([rows, extraColumns]) =>
    fc.array(
      fc.array(fc.integer({ min: 0, max: 30 }), {
        minLength: rows + extraColumns,
        maxLength: rows + extraColumns,
      }),
      { minLength: rows, maxLength: rows },
    ),
  );

it('assigns columns with the highest sum', () => {
  fc.assert(
    fc.property(scoreTables, (scores) => {
      const columns = assign(scores);
      expect(new Set(columns).size).toBe(scores.length);
      expect(sumScores(scores, columns)).toBe(findHighestSum(scores));
    }),
  );
});

function sumScores(scores: number[][], columns: number[]): number {
  return columns.reduce((sum, column, row) => sum + (scores[row]?.[column] ?? Number.NaN), 0);
}

function findHighestSum([first, ...rest]: number[][]): number {
  if (!first) return 0;
  const sums = first.map(
    (value, column) => value + findHighestSum(rest.map((row) => row.toSpliced(column, 1))),
  );
  return Math.max(...sums);
}

it('puts an opener first, a closer last and others where they are usually played', () => {
  const positions = createPositions();
  for (let show = 0; show < 20; show += 1)
    recordPositions(
      positions,
      ['Ember', 'Fathom', 'Gale', 'Harbor'].map((song) => ({ song, isCloser: song === 'Harbor' })),
    );
  const equalChances = ['Harbor', 'Gale', 'Ember', 'Fathom'].map((song) => ({ song, chance: 0.5 }));
  expect(findBestList(equalChances, positions)).toEqual(['Ember', 'Fathom', 'Gale', 'Harbor']);
  expect(findBestList([], positions)).toEqual([]);
});

it('lists at most 24 songs, each once', () => {
  const candidates = Array.from({ length: 90 }, (_, n) => ({
    song: `Song ${n}`,
    chance: 1 / (n + 2),
  }));
  const list = findBestList(candidates, createPositions());
  expect(new Set(list).size).toBe(24);
  expect(list).toContain('Song 0');
  expect(list).not.toContain('Song 60');
});

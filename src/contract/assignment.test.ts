import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignColumns } from './assignment.ts';

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

test('assigns columns with the highest sum', () => {
  fc.assert(
    fc.property(scoreTables, (scores) => {
      const columns = assignColumns(scores);
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

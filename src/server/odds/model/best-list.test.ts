import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assign, bestList } from './best-list.ts';
import { emptyPositions, recordPositions } from './positions.ts';

const worths = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 }))
  .chain(([rows, more]) =>
    fc.array(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: rows + more, maxLength: rows + more }),
      { minLength: rows, maxLength: rows },
    ),
  );

it('assigns columns with the highest sum', () => {
  fc.assert(
    fc.property(worths, (worth) => {
      const columns = assign(worth);
      expect(new Set(columns).size).toBe(worth.length);
      expect(sumOf(worth, columns)).toBe(highest(worth));
    }),
  );
});

function sumOf(worth: number[][], columns: number[]): number {
  return columns.reduce((sum, column, row) => sum + (worth[row]?.[column] ?? Number.NaN), 0);
}

function highest([first, ...rest]: number[][]): number {
  if (!first) return 0;
  const sums = first.map(
    (value, column) => value + highest(rest.map((row) => row.toSpliced(column, 1))),
  );
  return Math.max(...sums);
}

it('puts an opener first, a closer last and others where they are usually played', () => {
  const places = emptyPositions();
  for (let show = 0; show < 20; show += 1)
    recordPositions(
      places,
      ['Ember', 'Fathom', 'Gale', 'Harbor'].map((song) => ({ song, isCloser: song === 'Harbor' })),
    );
  const even = ['Harbor', 'Gale', 'Ember', 'Fathom'].map((song) => ({ song, chance: 0.5 }));
  expect(bestList(even, places)).toEqual(['Ember', 'Fathom', 'Gale', 'Harbor']);
  expect(bestList([], places)).toEqual([]);
});

it('lists at most 24 songs, each once', () => {
  const many = Array.from({ length: 90 }, (_, n) => ({ song: `Song ${n}`, chance: 1 / (n + 2) }));
  const list = bestList(many, emptyPositions());
  expect(new Set(list).size).toBe(24);
  expect(list).toContain('Song 0');
  expect(list).not.toContain('Song 60');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankBy, SEASON_ORDER } from './league-boards.ts';

const row = (name: string, [totalPoints, nightsWon, exactSpots, hits]: number[]) => ({
  name,
  totalPoints: totalPoints ?? 0,
  nightsWon: nightsWon ?? 0,
  exactSpots: exactSpots ?? 0,
  hits: hits ?? 0,
});

describe('rankBy', () => {
  it('breaks ties by nights won, then exact spots, then hits, then shares the rank', () => {
    const rows = [
      row('fifth', [90, 1, 3, 8]),
      row('shared', [90, 1, 4, 9]),
      row('last', [89, 7, 9, 9]),
      row('second', [90, 2, 0, 0]),
      row('first', [91, 0, 0, 0]),
      row('also shared', [90, 1, 4, 9]),
      row('hits decide', [90, 1, 4, 8]),
    ];
    expect(rankBy(rows, SEASON_ORDER).map(({ name, rank }) => [rank, name])).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'shared'],
      [3, 'also shared'],
      [5, 'hits decide'],
      [6, 'fifth'],
      [7, 'last'],
    ]);
  });

  it('ranks each row one below the number of better rows', () => {
    const figures = fc.record({ a: fc.nat(3), b: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(figures), (rows) => {
        for (const { a, b, rank } of rankBy(rows, ['a', 'b'])) {
          const better = rows.filter((other) => other.a > a || (other.a === a && other.b > b));
          expect(rank).toBe(better.length + 1);
        }
      }),
    );
  });

  it('returns no rows for no rows', () => {
    expect(rankBy([], SEASON_ORDER)).toEqual([]);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBehind, findRank, formatPercentile, type RankTable } from './leaderboards.ts';

function rankAll(points: readonly number[]): { ranks: RankTable; total: number } {
  const scores = [...new Set(points)].sort((a, b) => b - a);
  const ranks = scores.map((score): [number, number] => [
    score,
    points.filter((other) => other > score).length + 1,
  ]);
  return { ranks, total: points.length };
}

test('counts the fans with fewer points', () => {
  const points = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(points, (all) => {
      const board = rankAll(all);
      for (const score of all) {
        const behind = countBehind(score, board);
        expect(behind).toBe(all.filter((other) => other < score).length);
        const tied = all.filter((other) => other === score).length;
        expect((findRank(score, board.ranks) ?? 0) - 1 + tied + behind).toBe(all.length);
      }
    }),
  );
});

test.each<[what: string, behind: number, total: number, text: string | null]>([
  ['rounds down', 387, 412, 'Better than 93% of 412 fans'],
  ['never reaches 100%, because the fan is one of them', 411, 412, 'Better than 99% of 412 fans'],
  ['is null for the only fan', 0, 1, null],
  ['is null if all fans are tied', 0, 412, null],
  ['is null below 1%', 4, 412, null],
  ['separates thousands', 1_205, 2_410, 'Better than 50% of 2,410 fans'],
])('%s', (_what, behind, total, text) => {
  expect(formatPercentile(behind, total)).toBe(text);
});

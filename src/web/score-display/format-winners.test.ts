import { expect, test } from 'vitest';
import { formatWinners } from './format-winners.ts';

const buildLeaderboard = (...points: number[]) =>
  points.map((totalPoints, index) => ({
    rank: points.indexOf(totalPoints) + 1,
    username: `fan-${index}`,
    userId: `id-${index}`,
    totalPoints,
  }));

test.each([
  [buildLeaderboard(97, 82, 10), 'id-1', 'fan-0 won with 97 pts'],
  [buildLeaderboard(97, 82, 10), 'id-0', 'You won!'],
  [buildLeaderboard(97, 97, 10), 'id-2', 'fan-0 and 1 other won with 97 pts'],
  [buildLeaderboard(97, 97, 97), 'id-2', 'You and 2 others won with 97 pts'],
  [buildLeaderboard(0, 0), 'id-0', null],
  [[], 'id-0', null],
])('formats the winners of %j for the user %s as %s', (rows, userId, text) => {
  const sentence = formatWinners(rows, userId);
  expect(sentence && sentence.name + sentence.rest).toBe(text);
});

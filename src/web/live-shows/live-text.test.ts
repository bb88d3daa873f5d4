import { expect, test } from 'vitest';
import { formatSongCount, formatWinners } from './live-text.ts';

test.each([
  ['live', 1, 23, 'Song 1 of ~23'],
  ['live', 23, 23, 'Song 23 of ~23'],
  ['live', 24, 23, 'Song 24'],
  ['live', 13, 12, 'Song 13'],
  ['closed', 24, 23, '24 songs'],
  ['closed', 1, 23, '1 song'],
  ['open', 3, 23, '3 songs'],
  ['live', 0, 23, undefined],
  ['closed', 0, 23, undefined],
])(
  'for a %s show with %i songs of about %i returns %s',
  (status, songCount, expectedLength, text) => {
    expect(formatSongCount({ status }, songCount, expectedLength)).toBe(text);
  },
);

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
])('for the leaderboard %j and the user %s returns %s', (rows, userId, text) => {
  expect(formatWinners(rows, userId)).toBe(text);
});

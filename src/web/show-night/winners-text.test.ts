import { expect, test } from 'vitest';
import { winnersText } from './winners-text.ts';

const board = (...points: number[]) =>
  points.map((totalPoints, n) => ({
    rank: points.indexOf(totalPoints) + 1,
    username: `fan-${n}`,
    userId: `id-${n}`,
    totalPoints,
  }));

test.each([
  [board(97, 82, 10), 'id-1', 'fan-0 won with 97 pts'],
  [board(97, 82, 10), 'id-0', 'You won!'],
  [board(97, 97, 10), 'id-2', 'fan-0 and 1 other won with 97 pts'],
  [board(97, 97, 97), 'id-2', 'You and 2 others won with 97 pts'],
  [board(0, 0), 'id-0', null],
  [[], 'id-0', null],
])('of %j, read by %s: %s', (rows, reader, text) => {
  expect(winnersText(rows, reader)).toBe(text);
});

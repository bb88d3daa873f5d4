import { expect, test } from 'vitest';
import { formatWin } from './winners.ts';

test.each([
  [1, 'marigold won with 97 pts'],
  [2, 'marigold and 1 other won with 97 pts'],
  [3, 'marigold and 2 others won with 97 pts'],
])('names the first of %d winners', (winnerCount, text) => {
  expect(formatWin('marigold', winnerCount, 97)).toBe(text);
});

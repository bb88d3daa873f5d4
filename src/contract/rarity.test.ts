import { expect, test } from 'vitest';
import { computeRarity } from './rarity.ts';

test.each([
  [412, 412, 0],
  [400, 200, 4],
  [400, 100, 8],
  [400, 90, 9],
  [412, 13, 20],
  [412, 1, 20],
  [20, 1, 17],
])('with %i sheets, a song on %i of them is worth %i', (sheets, calls, points) => {
  expect(computeRarity(sheets, calls)).toBe(points);
});

import { expect, it } from 'vitest';
import { createBoardFinder } from './board-delta.ts';

it('computes no board for pages that may not see it', async () => {
  let computedCount = 0;
  const tonight = async () => {
    computedCount += 1;
    return { show: null, rows: [] };
  };
  let readers: object[] = [];
  const db = { execute: async () => ({ rows: readers }) };
  const find = createBoardFinder(db as never, { tonight } as never);
  expect(await find('league', () => ['fan'])).toEqual({ onlyFor: new Set() });
  expect(computedCount).toBe(0);
  readers = [{ id: 'fan', revealedShows: null }];
  await find('league', () => ['fan']);
  expect(computedCount).toBe(1);
});

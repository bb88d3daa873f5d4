import { afterAll, beforeAll, expect, test } from 'vitest';
import { playThroughCuts } from './cuts.ts';
import { type Evening, openEvening } from './evening.ts';

const PAGES = 250;

let evening: Evening;

beforeAll(async () => {
  evening = await openEvening('embedded', PAGES);
}, 120_000);

afterAll(() => evening.close(), 30_000);

test('11: nobody stays behind: pages whose lines are cut, through 120 changes, all end as the database', async () => {
  const { catchUps, behind } = await playThroughCuts(evening, {
    changes: 120,
    betweenChangesMs: 60,
    betweenCutsMs: 8_000,
    awayMs: 2_000,
  });
  expect(behind).toHaveLength(0);
  // Nobody was spared.
  expect(catchUps.length).toBeGreaterThanOrEqual(PAGES);
}, 120_000);

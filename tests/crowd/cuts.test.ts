import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IS_FULL, within } from '../support/full-size.ts';
import { playThroughCuts } from './cuts.ts';
import { type Evening, openEvening } from './evening.ts';

const PAGES = IS_FULL ? 500 : 60;
const PROFILE = {
  changes: IS_FULL ? 200 : 32,
  // A second's changes are told together.
  betweenChangesMs: 150,
  cutEvery: 10,
  awayFor: 3,
};

let evening: Evening;

beforeAll(async () => {
  evening = await openEvening('embedded', PAGES);
});
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => evening?.close());

test('11: nobody stays behind: pages whose lines are cut while a setlist changes all end as the database', async () => {
  const { catchUps, behind } = await playThroughCuts(evening, PROFILE, within(3));
  expect(behind).toHaveLength(0);
  // Nobody was spared.
  for (const ofPage of catchUps) expect(ofPage.length).toBeGreaterThan(0);
  // A line may be cut while it opens.
  for (const [warning] of vi.mocked(console.warn).mock.calls)
    expect(warning).toBe('The connection for live updates failed');
});

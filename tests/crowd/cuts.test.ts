import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IS_FULL, within } from '../support/full-size.ts';
import { playThroughCuts } from './cuts.ts';
import { type Evening, openEvening } from './evening.ts';

const PAGES = IS_FULL ? 500 : 60;
const PROFILE = {
  changes: IS_FULL ? 200 : 32,
  // One second's changes arrive in one message.
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

test('11: pages that lose connections during setlist changes all end with the stored data', async () => {
  const { catchUps, behind } = await playThroughCuts(evening, PROFILE, within(3));
  expect(behind).toHaveLength(0);
  // Every page was cut at least once.
  for (const durations of catchUps) expect(durations.length).toBeGreaterThan(0);
  // A connection may be cut while it opens.
  for (const [warning] of vi.mocked(console.warn).mock.calls)
    expect(warning).toBe('The connection for live updates failed');
});

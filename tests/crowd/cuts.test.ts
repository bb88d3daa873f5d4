import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IS_FULL_RUN, withinSeconds } from '../support/full-size.ts';
import { playThroughCuts } from './cuts.ts';
import { type SeededProduct, startSeededProduct } from './seeded-product.ts';

const PAGE_COUNT = IS_FULL_RUN ? 500 : 60;
const PROFILE = {
  changes: IS_FULL_RUN ? 200 : 32,
  // One second's changes arrive in one message.
  betweenChangesMs: 150,
  cutEvery: 10,
  awayFor: 3,
};

let product: SeededProduct;

beforeAll(async () => {
  product = await startSeededProduct('embedded', PAGE_COUNT);
});
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => product?.close());

test('11: all pages that lose connections during setlist changes end up with the stored data', async () => {
  const { catchUps, outdatedPages } = await playThroughCuts(product, PROFILE, withinSeconds(3));
  expect(outdatedPages).toHaveLength(0);
  // Every page was cut at least once.
  for (const durations of catchUps) expect(durations.length).toBeGreaterThan(0);
  // A connection may be cut while it opens.
  for (const [warning] of vi.mocked(console.warn).mock.calls)
    expect(warning).toBe('The live update connection failed');
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IS_FULL_RUN, withinSeconds } from '../support/full-size.ts';
import { runDisconnects } from './disconnects.ts';
import { type SeededProduct, startSeededProduct } from './seeded-product.ts';

const PAGE_COUNT = IS_FULL_RUN ? 500 : 60;
const PLAN = {
  changes: IS_FULL_RUN ? 200 : 32,
  // Changes within one second arrive in one message.
  betweenChangesMs: 150,
  disconnectEvery: 10,
  disconnectedFor: 3,
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
  const { catchUps, outdatedPages } = await runDisconnects(product, PLAN, withinSeconds(3));
  expect(outdatedPages).toHaveLength(0);
  for (const durations of catchUps) expect(durations.length).toBeGreaterThan(0);
  // A page may be disconnected while its connection opens.
  for (const [warning] of vi.mocked(console.warn).mock.calls)
    expect(warning).toBe('The live update connection failed');
});

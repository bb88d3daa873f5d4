import { runDisconnects } from '../../tests/crowd/disconnects.ts';
import { type Database, startSeededProduct } from '../../tests/crowd/seeded-product.ts';
import type { LoadResult } from './report.ts';

const PAGE_COUNT = 1_000;
const TARGET_MS = 1_000;
/** The time that a page has to show the stored data after its last connection opened. */
const GRACE_MS = 3_000;

/** AnyCable's published profile: disconnects about every 15 s, for 2 s, during 120 changes. */
export async function measureDisconnects(database: Database): Promise<LoadResult> {
  const product = await startSeededProduct(database, PAGE_COUNT);
  try {
    const plan = { changes: 120, betweenChangesMs: 500, disconnectEvery: 30, disconnectedFor: 4 };
    const { catchUps, outdatedPages } = await runDisconnects(product, plan, GRACE_MS);
    return {
      name: `cut, ${database}`,
      description: `${PAGE_COUNT} pages, from each reconnect until all missed changes are fetched`,
      times: catchUps.flat(),
      target: TARGET_MS,
      errors: { 'pages that differ from the database': outdatedPages.length },
      notes: { 'server MB': product.peakMemory() ?? '' },
    };
  } finally {
    await product.close();
  }
}

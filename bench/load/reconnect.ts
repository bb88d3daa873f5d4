import { RECONNECT } from '#contract/realtime.ts';
import { computeReconnectDelay } from '#web/realtime/reconnect-delay.ts';
import { type Database, startSeededProduct } from '../../tests/crowd/seeded-product.ts';
import { openCrowd } from './crowd.ts';
import type { LoadResult } from './report.ts';
import { PAGE_COUNT } from './song.ts';

/** The longest first round of attempts, because no page may need a second round. */
const TARGET_MS = calculateLongestRound();

/** Restarts the server. A song that is added afterwards shows whether all pages are connected. */
export async function measureReconnect(
  database: Database,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<LoadResult> {
  const product = await startSeededProduct(database, PAGE_COUNT);
  await product.startShow();
  const crowd = await openCrowd(product);
  try {
    await crowd.expect(1);
    await product.play(product.songIds[11] ?? '');
    await crowd.wait();
    const memoryBefore = product.peakMemory();

    await crowd.expect(1, true);
    const startedAt = Date.now();
    await product.stop(signal);
    await product.start();
    const readyAt = Date.now();
    const reconnection = await crowd.wait();

    await crowd.expect(2);
    await product.play(product.songIds[22] ?? '');
    const settledReport = await crowd.wait();
    return {
      name: `reconnect after ${signal}, ${database}`,
      description: `${PAGE_COUNT} pages, from ${signal} to an open connection and the refetched show`,
      times: reconnection.times.map((time) => time - startedAt),
      target: TARGET_MS,
      errors: {
        'pages that did not reconnect': PAGE_COUNT - reconnection.times.length,
        'pages without the next song': PAGE_COUNT - settledReport.times.length,
      },
      notes: {
        'server ready after': `${readyAt - startedAt} ms`,
        'last page ready after server': `${Math.max(...reconnection.times) - readyAt} ms`,
        'connections refused': reconnection.failedConnections,
        'requests failed': reconnection.failures,
        'server MB': `${memoryBefore ?? ''} before, ${product.peakMemory() ?? ''} after`,
      },
    };
  } finally {
    crowd.close();
    await product.close();
  }
}

function calculateLongestRound(): number {
  const delays = Array.from({ length: RECONNECT.attempts }, (_, n) =>
    computeReconnectDelay(n + 1, () => 1),
  );
  return delays.reduce<number>((sum, delay = 0) => sum + delay, 0);
}

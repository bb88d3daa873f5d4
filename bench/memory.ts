import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { addDetails, compareWithPromise, type Finding } from './support/compare.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probed.ts';

const FANS = 100_000;
const SOCKETS = 5_000;
const PROMISED = { socket: 20_000, prediction: 150 };

/**
 * Bytes that an open socket costs the built server, by resident memory, and that a prediction of 20
 * songs costs while its show is live, with its place on the board, by heap and buffers after a
 * garbage collection.
 */
export async function memory(): Promise<Finding[]> {
  const probe = await createProbe();
  const show = await startLiveShow(FANS, probe.started);
  try {
    const withPredictions = await probe.read();
    await show.call('PATCH', `/api/shows/${show.showId}/status`, { status: 'open' });
    await show.call('GET', getShowLeaderboard.path.replace('{id}', show.showId));
    const baseline = await probe.read();
    const prediction = (withPredictions.heldBytes - baseline.heldBytes) / FANS;

    const crowd = await show.pages(SOCKETS);
    const before = await probe.read();
    await show.crowd.open({ target: 'product', url: show.url, crowd, liveShow: undefined });
    const after = await probe.read();
    const socket = (after.rss - before.rss) / SOCKETS;
    return [
      addDetails(createFinding('memory: socket', socket, PROMISED.socket), {
        'of it heap and buffers': (after.heldBytes - before.heldBytes) / SOCKETS,
        'server MB': after.rss / 1e6,
      }),
      createFinding('memory: prediction', prediction, PROMISED.prediction),
    ];
  } finally {
    await show.close();
  }
}

function createFinding(benchmark: string, product: number, promised: number): Finding {
  return compareWithPromise({ benchmark, unit: 'bytes', product, promised });
}

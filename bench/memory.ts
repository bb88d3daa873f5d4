import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { addDetails, compareWithTarget, type Finding } from './support/compare.ts';
import { startLiveShow } from './support/live-show.ts';
import { createProbe } from './support/probe-client.ts';

const FAN_COUNT = 100_000;
const SOCKET_COUNT = 5_000;
const TARGET = { socket: 20_000, prediction: 150 };

/**
 * Measures the bytes per open socket (resident memory), and per prediction on the leaderboard of a
 * live show (heap and buffers after a garbage collection).
 */
export async function measureMemory(): Promise<Finding[]> {
  const probe = await createProbe();
  const show = await startLiveShow(FAN_COUNT, probe.startOptions);
  try {
    const withPredictions = await probe.read();
    await show.call('PATCH', `/api/shows/${show.showId}/status`, {
      status: 'open',
      predictions: 'freeze',
    });
    await show.call('GET', getShowLeaderboard.path.replace('{id}', show.showId));
    const baseline = await probe.read();
    const predictionBytes = (withPredictions.heldBytes - baseline.heldBytes) / FAN_COUNT;

    const crowd = await show.pages(SOCKET_COUNT);
    const withoutSockets = await probe.read();
    await show.crowd.open({ target: 'product', url: show.url, crowd, liveShow: undefined });
    const withSockets = await probe.read();
    const socketBytes = (withSockets.rss - withoutSockets.rss) / SOCKET_COUNT;
    return [
      addDetails(createFinding('memory: socket', socketBytes, TARGET.socket), {
        'heap and buffers': (withSockets.heldBytes - withoutSockets.heldBytes) / SOCKET_COUNT,
        'server MB': withSockets.rss / 1e6,
      }),
      createFinding('memory: prediction', predictionBytes, TARGET.prediction),
    ];
  } finally {
    await show.close();
  }
}

function createFinding(benchmark: string, product: number, target: number): Finding {
  return compareWithTarget({ benchmark, unit: 'bytes', product, target });
}

import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { againstPromise, type Finding, withAlso } from './support/compare.ts';
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
    const without = await probe.read();
    const prediction = (withPredictions.held - without.held) / FANS;

    const crowd = await show.pages(SOCKETS);
    const before = await probe.read();
    await show.crowd.open({ target: 'ours', url: show.url, crowd, night: undefined });
    const after = await probe.read();
    const socket = (after.rss - before.rss) / SOCKETS;
    return [
      withAlso(found('memory: socket', socket, PROMISED.socket), {
        'of it heap and buffers': (after.held - before.held) / SOCKETS,
        'server MB': after.rss / 1e6,
      }),
      found('memory: prediction', prediction, PROMISED.prediction),
    ];
  } finally {
    await show.close();
  }
}

function found(bench: string, ours: number, promised: number): Finding {
  return againstPromise({ bench, unit: 'bytes', ours, promised });
}

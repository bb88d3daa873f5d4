import { once } from 'node:events';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#contract/realtime.ts';
import { type ApiClient, createClient, sendOrThrow, signUp } from '../tests/nodes/api-client.ts';
import { type NodeCluster, startNodeCluster } from '../tests/nodes/node-cluster.ts';
import { ADMIN } from '../tests/support/run-product.ts';
import { inParallel } from '../tools/api-client.ts';
import { compare, type Finding } from './support/compare.ts';

const FAN_COUNT = 100;
const SOCKETS_PER_FAN = 10;
/** Longer than the throttle of one song per second and show. */
const BETWEEN_SONGS_MS = 1_100;

/**
 * Measures the time from a song's request until the last of 1,000 sockets receives it. Compares
 * sockets on three nodes with sockets on the node that adds the song, all on this machine.
 */
export async function measureNodes(): Promise<Finding> {
  const cluster = await startNodeCluster(3);
  try {
    const fans = await inParallel([...Array(FAN_COUNT).keys()], 4, (n) =>
      signUp(`fan${n}`, cluster.url),
    );
    const song = await prepareSongs(cluster);
    return await compare({
      benchmark: 'nodes',
      unit: 'ms',
      rounds: 5,
      product: () => measureTimeToLastSocket(fans, (n) => cluster.nodes[n % 3]?.url ?? '', song),
      baseline: () => measureTimeToLastSocket(fans, () => cluster.nodes[0]?.url ?? '', song),
      threshold: { atMost: 2 },
    });
  } finally {
    await cluster.close();
  }
}

/** Returns a function that adds a song to a live show at the first node. */
async function prepareSongs(cluster: NodeCluster): Promise<() => Promise<void>> {
  const url = cluster.nodes[0]?.url ?? '';
  const admin = createClient(url);
  await sendOrThrow(admin, 200, 'POST', '/api/auth/login', ADMIN);
  await sendOrThrow(admin, 200, 'POST', '/api/admin/initialize');
  const songs: { id: string }[] = await sendOrThrow(admin, 200, 'GET', '/api/songs');
  const date = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const show = { name: 'The Bench', city: 'Duluth', date, timeZone: 'America/Chicago' };
  const { id } = await sendOrThrow(admin, 201, 'POST', '/api/shows', show);
  await sendOrThrow(admin, 200, 'PATCH', `/api/shows/${id}/status`, { status: 'live' });
  return async () => {
    const songId = songs.pop()?.id;
    await sendOrThrow(admin, 201, 'POST', `/api/shows/${id}/setlist`, { songId });
  };
}

async function measureTimeToLastSocket(
  fans: readonly ApiClient[],
  nodeUrl: (index: number) => string,
  addSong: () => Promise<void>,
): Promise<number> {
  const cookies = fans.flatMap(({ cookie }) => Array<string>(SOCKETS_PER_FAN).fill(cookie));
  const sockets = await inParallel(cookies, 20, async (cookie, index) => {
    const url = nodeUrl(index).replace('http', 'ws') + REALTIME_PATH;
    const socket = new WebSocket(url, { headers: { cookie } });
    await once(socket, 'open');
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, BETWEEN_SONGS_MS));
  const received = sockets.map((socket) => once(socket, 'message'));
  const startedAt = performance.now();
  await addSong();
  await Promise.all(received);
  const duration = performance.now() - startedAt;
  for (const socket of sockets) socket.terminate();
  return duration;
}

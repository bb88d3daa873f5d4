import { once } from 'node:events';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#contract/realtime.ts';
import { must, type Person, personAt, signUp } from '../tests/nodes/person.ts';
import { openStage, type Stage } from '../tests/nodes/stage.ts';
import { ADMIN } from '../tests/support/run-product.ts';
import { inParallel } from '../tools/api-client.ts';
import { compare, type Finding } from './support/compare.ts';

const FANS = 100;
const SOCKETS_EACH = 10;
/** Above the throttle of one song per second and show. */
const BETWEEN_SONGS_MS = 1_100;

/**
 * Time from the request that adds a song to the last of 1,000 sockets that receives it. Compares
 * sockets on three nodes with sockets on the node that adds the song. All on this machine.
 */
export async function nodes(): Promise<Finding> {
  const stage = await openStage(3);
  try {
    const fans = await inParallel([...Array(FANS).keys()], 4, (n) => signUp(`fan${n}`, stage.url));
    const song = await prepareSongs(stage);
    return await compare({
      bench: 'nodes',
      unit: 'ms',
      rounds: 5,
      ours: () => timeToLastSocket(fans, (n) => stage.nodes[n % 3]?.url ?? '', song),
      baseline: () => timeToLastSocket(fans, () => stage.nodes[0]?.url ?? '', song),
      bar: { atMost: 2 },
    });
  } finally {
    await stage.close();
  }
}

/** Returns a function that adds a song to a live show at the first node. */
async function prepareSongs(stage: Stage): Promise<() => Promise<void>> {
  const where = stage.nodes[0]?.url ?? '';
  const admin = personAt(where);
  await must(admin, 200, 'POST', '/api/auth/login', ADMIN);
  await must(admin, 200, 'POST', '/api/admin/initialize');
  const songs: { id: string }[] = await must(admin, 200, 'GET', '/api/songs');
  const date = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const show = { name: 'The Bench', city: 'Duluth', date, timeZone: 'America/Chicago' };
  const { id } = await must(admin, 201, 'POST', '/api/shows', show);
  await must(admin, 200, 'PATCH', `/api/shows/${id}/status`, { status: 'live' });
  return async () => {
    const songId = songs.pop()?.id;
    await must(admin, 201, 'POST', `/api/shows/${id}/setlist`, { songId });
  };
}

async function timeToLastSocket(
  fans: readonly Person[],
  nodeOf: (number: number) => string,
  addSong: () => Promise<void>,
): Promise<number> {
  const cookies = fans.flatMap(({ cookie }) => Array<string>(SOCKETS_EACH).fill(cookie));
  const sockets = await inParallel(cookies, 20, async (cookie, number) => {
    const url = nodeOf(number).replace('http', 'ws') + REALTIME_PATH;
    const socket = new WebSocket(url, { headers: { cookie } });
    await once(socket, 'open');
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, BETWEEN_SONGS_MS));
  const received = sockets.map((socket) => once(socket, 'message'));
  const begun = performance.now();
  await addSong();
  await Promise.all(received);
  const duration = performance.now() - begun;
  for (const socket of sockets) socket.terminate();
  return duration;
}

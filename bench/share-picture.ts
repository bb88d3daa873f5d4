import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login, register } from '#contract/accounts.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { createPrediction, listMyPredictions } from '#contract/predictions.ts';
import { addSetlistSong, getSetlist } from '#contract/setlists.ts';
import { createShare } from '#contract/shares.ts';
import { createShow, setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { createClient, inParallel, RequestLog, type Session } from '../tools/api-client.ts';
import { compare, type Finding } from './support/compare.ts';
import { startServer } from './support/processes.ts';

const TARGET_MS = 500;
const LINK_COUNT = 20;
const REQUEST_COUNT = 200;
const PICK_COUNT = 20;
/** Other routes are requested at this interval, even if the last response hasn't arrived. */
const INTERVAL_MS = 10;
const ADMIN = { email: 'bench@example.com', password: 'a lamp on the bench' };

/**
 * Measures the p99 (in ms) of other routes during 200 concurrent requests for unrendered images.
 */
export async function measureSharePicture(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const product = await startServer(() => ['dist/server/main.js'], '/readyz', {
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    // The readers of each link come from a different network.
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    const liveShow = await startLiveShow(product.url);
    return await compare({
      benchmark: 'share-picture',
      unit: 'ms',
      rounds: 3,
      product: async () => {
        await liveShow.playSong();
        return measureResponseTimes(liveShow);
      },
      baseline: async () => TARGET_MS,
      threshold: { atMost: 1 },
    });
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface LiveShow {
  links: string[];
  playSong(): Promise<unknown>;
  fetchNextRoute(log: RequestLog): Promise<unknown>;
}

async function startLiveShow(url: string): Promise<LiveShow> {
  const admin = createClient(url).startSession();
  await admin.call(login, { body: ADMIN });
  const songs = await admin.call(listSongs);
  const date = new Date(Date.now() + 86_400_000).toISOString();
  const show = await admin.call(createShow, { body: { name: 'The Bench', city: 'Duluth', date } });
  const fans = Array.from({ length: LINK_COUNT }, () => createClient(url));
  const links = await inParallel(fans, 4, async (fan, n) => {
    const songIds = songs.slice(n, n + PICK_COUNT).map(({ id }) => id);
    return createLink(fan.startSession(), { name: `fan${n}`, showId: show.id, songIds });
  });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });

  const remainingSongs = songs.values();
  let requestCount = 0;
  return {
    links,
    playSong: async () => {
      const song = remainingSongs.next().value;
      if (!song) throw new Error('The band has no more songs.');
      return admin.call(addSetlistSong, { params, body: { songId: song.id } });
    },
    fetchNextRoute: async (log) => {
      requestCount += 1;
      const session = (fans[requestCount % LINK_COUNT] ?? createClient(url)).startSession(log);
      if (requestCount % 3 === 0) return session.call(getSetlist, { params });
      if (requestCount % 3 === 1) return session.call(getShowLeaderboard, { params });
      return session.call(listMyPredictions);
    },
  };
}

async function createLink(
  session: Session,
  prediction: { name: string; showId: string; songIds: string[] },
): Promise<string> {
  const { name, showId, songIds } = prediction;
  const body = { email: `${name}@example.com`, username: name, password: ADMIN.password };
  await session.call(register, { body });
  const { id } = await session.call(createPrediction, { body: { showId, songIds } });
  return (await session.call(createShare, { params: { id } })).url;
}

async function measureResponseTimes({ links, fetchNextRoute }: LiveShow): Promise<number> {
  const log = new RequestLog();
  let isOver = false;
  const images = Promise.all(
    Array.from({ length: REQUEST_COUNT }, async (_, n) => {
      const headers = { 'x-forwarded-for': `192.0.2.${n % LINK_COUNT}` };
      const response = await fetch(`${links[n % LINK_COUNT]}/card.png`, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`An image request returned ${response.status}`);
    }),
  ).finally(() => {
    isOver = true;
  });
  const pendingRequests: Promise<unknown>[] = [];
  while (!isOver) {
    pendingRequests.push(fetchNextRoute(log));
    await sleep(INTERVAL_MS);
  }
  await Promise.all([images, ...pendingRequests]);
  return log.percentile(0.99);
}

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
import { inParallel, newPerson, RequestLog, type Session } from '../tools/api-client.ts';
import { compare, type Finding } from './support/compare.ts';
import { startServer } from './support/processes.ts';

/** Promised p99 of other routes while pictures are rendered. */
const PROMISED_MS = 500;
const LINKS = 20;
const REQUESTS = 200;
const PICKS = 20;
/** Other routes are requested at this pace, whether or not the last response has arrived. */
const EVERY_MS = 10;
const ADMIN = { email: 'bench@example.com', password: 'a lamp on the bench' };

/**
 * The p99 of other routes in milliseconds during 200 concurrent requests for the pictures of 20
 * links, right after a song, so that all pictures must be rendered. Compared with the promised
 * time.
 */
export async function sharePicture(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const product = await startServer(() => ['dist/server/main.js'], '/readyz', {
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    // The readers of each link come from another network.
    TRUST_PROXY: '127.0.0.1',
  });
  try {
    const liveShow = await planNight(product.url);
    return await compare({
      benchmark: 'share-picture',
      unit: 'ms',
      rounds: 3,
      product: async () => {
        await liveShow.playSong();
        return measureReads(liveShow);
      },
      baseline: async () => PROMISED_MS,
      threshold: { atMost: 1 },
    });
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Night {
  links: string[];
  /** Adds a song, which invalidates every picture. */
  playSong(): Promise<unknown>;
  /** Calls one of the routes that fans read during a show, in turn. */
  readSomething(log: RequestLog): Promise<unknown>;
}

async function planNight(url: string): Promise<Night> {
  const admin = newPerson(url).in();
  await admin.call(login, { body: ADMIN });
  const songs = await admin.call(listSongs);
  const date = new Date(Date.now() + 86_400_000).toISOString();
  const show = await admin.call(createShow, { body: { name: 'The Bench', city: 'Duluth', date } });
  const people = Array.from({ length: LINKS }, () => newPerson(url));
  const links = await inParallel(people, 4, async (person, n) => {
    const songIds = songs.slice(n, n + PICKS).map(({ id }) => id);
    return makeLink(person.in(), { name: `fan${n}`, showId: show.id, songIds });
  });
  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });

  const queue = songs.values();
  let turn = 0;
  return {
    links,
    playSong: async () => {
      const song = queue.next().value;
      if (!song) throw new Error('The band has no more songs.');
      return admin.call(addSetlistSong, { params, body: { songId: song.id } });
    },
    readSomething: async (log) => {
      turn += 1;
      const session = (people[turn % LINKS] ?? newPerson(url)).in(log);
      if (turn % 3 === 0) return session.call(getSetlist, { params });
      if (turn % 3 === 1) return session.call(getShowLeaderboard, { params });
      return session.call(listMyPredictions);
    },
  };
}

async function makeLink(
  fan: Session,
  prediction: { name: string; showId: string; songIds: string[] },
): Promise<string> {
  const { name, showId, songIds } = prediction;
  const body = { email: `${name}@example.com`, username: name, password: ADMIN.password };
  await fan.call(register, { body });
  const { id } = await fan.call(createPrediction, { body: { showId, songIds } });
  return (await fan.call(createShare, { params: { id } })).url;
}

async function measureReads({ links, readSomething }: Night): Promise<number> {
  const log = new RequestLog();
  let isOver = false;
  const pictures = Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      const headers = { 'x-forwarded-for': `192.0.2.${n % LINKS}` };
      const response = await fetch(`${links[n % LINKS]}/card.png`, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`A picture request returned ${response.status}`);
    }),
  ).finally(() => {
    isOver = true;
  });
  const pendingReads: Promise<unknown>[] = [];
  while (!isOver) {
    pendingReads.push(readSomething(log));
    await sleep(EVERY_MS);
  }
  await Promise.all([pictures, ...pendingReads]);
  return log.percentile(0.99);
}

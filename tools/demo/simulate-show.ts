import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { HOUR, MINUTE, SECOND } from '#contract/durations.ts';
import { createFirstAdmin } from '#server/accounts/administrators/first-admin.ts';
import { buildApp } from '#server/app.ts';
import { type BandPack, loadBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { initializeDatabase } from '#server/catalog/band-pack/import-pack.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { UNCHECKED_DISK } from '#server/db/disk-space.ts';
import { type Db, openDatabase } from '#server/db/open.ts';
import { forumPosts } from '#server/db/schema/forums.ts';
import { createDemoPlayer } from '#server/demo/player.ts';
import { planShows, readResidency } from '#server/demo/residency.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { createScoring } from '#server/scoring/calculate.ts';
import { createFans } from './create-fans.ts';
import { compareBoards, postInLeagues, prepareFans } from './simulated-fans.ts';

const PACK_FOLDER = 'bands/lantern';
const FANS = 200;
const MAX_SHOW_MS = HOUR;
const STEP_MS = 30 * SECOND;

/** Plays a show with a fast clock. Returns differences from a recount and broken invariants. */
export async function simulateShow(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'called-it-night-'));
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: () => undefined });
  try {
    return await playShow(database.db);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true });
  }
}

async function playShow(db: Db): Promise<string[]> {
  const bandPack = addFans(await loadBandPack(PACK_FOLDER));
  const openPack = { band: bandPack.band, load: async () => bandPack };
  const residency = await readResidency(PACK_FOLDER);
  if (!residency) throw new Error('The band pack has no residency.');
  // Predictions are open for five more minutes. PostgreSQL's clock needs a start in the future.
  const startsAt = Math.ceil((Date.now() + 10 * MINUTE) / HOUR) * HOUR;
  let now = startsAt - 10 * MINUTE;
  const clock = () => now;
  await initializeDatabase(db, bandPack, { now, actorId: null });
  const password = randomBytes(12).toString('base64url');
  await createFans(db, bandPack, password);
  const admin = {
    email: 'admin@called-it.example',
    password: randomBytes(12).toString('base64url'),
  };
  await createFirstAdmin(db, admin);
  const bus = createLocalBus();
  const player = createDemoPlayer(
    {
      ...{ db, bus, clock, disk: UNCHECKED_DISK, bandPack: openPack },
      shutdownSignal: new AbortController().signal,
    },
    { scoring: createScoring({ clock }), residency },
  );
  await player.playDue();
  const show = planShows(residency, bandPack.band.bandName, now).find(
    ({ date }) => date.getTime() === startsAt,
  );
  if (!show) throw new Error('No show was planned.');

  const app = await buildApp({ db, bandPack: openPack, bus, clock });
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const simulation = await prepareFans(app.listeningOrigin, {
      ...{ showId: show.id, password, bandPack },
    });
    const { leagues, picks } = simulation;
    const sizes = leagues.map(({ members }) => members.length).join(', ');
    console.log(`${picks.size} fans with sheets, ${leagues.length} leagues with ${sizes} members.`);
    const differences: string[] = [];
    let posts = 0;
    let songs = 0;
    for (; now < startsAt + MAX_SHOW_MS; now += STEP_MS) {
      await player.playDue();
      posts += await postInLeagues(simulation, now);
      const board = await compareBoards(simulation, differences);
      songs = board.songs;
      if (board.isOver) break;
    }
    const inThread = await db.$count(forumPosts, eq(forumPosts.threadId, show.id));
    console.log(`${songs} songs, ${posts} posts in the leagues, ${inThread} in the show's thread.`);
    if (now >= startsAt + MAX_SHOW_MS) differences.push('The show did not end within an hour.');
    const results = await checkInvariants(db);
    const broken = results.filter(({ rows }) => rows.length > 0);
    console.log(`${results.length} invariants, ${broken.length} broken.`);
    return [...differences, ...broken.map(({ name }) => `Broken invariant: ${name}`)];
  } finally {
    player.stop();
    await app.close();
  }
}

function addFans(pack: BandPack): BandPack {
  const users = Array.from({ length: FANS }, (_, index) => {
    const user = pack.users[index % pack.users.length];
    if (!user) throw new Error('The band pack has no fans.');
    const round = Math.floor(index / pack.users.length);
    return round === 0
      ? user
      : { ...user, email: `${round}-${user.email}`, username: `${user.username} ${round + 1}` };
  });
  return { ...pack, users };
}

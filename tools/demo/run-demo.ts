import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { createFirstAdmin } from '#server/accounts/administrators/first-admin.ts';
import { buildApp } from '#server/app.ts';
import { type OpenBandPack, openBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { initializeDatabase } from '#server/catalog/band-pack/import-pack.ts';
import { type Db, openDatabase } from '#server/db/open.ts';
import { setFanPassword } from '#server/demo/demo.ts';
import { loadForum, readForum } from '#server/demo/forum.ts';
import { readResidency } from '#server/demo/residency.ts';
import { createFans } from './create-fans.ts';
import { createLeagues } from './create-leagues.ts';
import { playHouse } from './play-house.ts';
import { predictTour } from './predict-tour.ts';

/** If a folder is given, prepares the demo there instead of serving it. */
export async function startDemo(folder: string): Promise<void> {
  try {
    await (folder ? prepareDemo(folder) : runDemo());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const PACK_FOLDER = 'bands/lantern';

/** The server plays the shows (docs/demo.md). Everything is deleted at the end. */
async function runDemo(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'called-it-demo-'));
  const closers: (() => PromiseLike<unknown>)[] = [() => rm(dataDir, { recursive: true })];
  closeWithGrace({ delay: 5_000, logger: false }, async ({ err }) => {
    if (err) console.error(err.message);
    for (const close of closers.reverse()) await close();
  });

  console.log('Preparing the demo…');
  const bandPack = await openBandPack(PACK_FOLDER);
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: () => undefined });
  closers.push(() => database.close());
  const { db } = database;
  await fillDatabase(db, bandPack);
  const admin = { email: 'admin@called-it.example', password: generatePassword() };
  await createFirstAdmin(db, admin);
  const fanPassword = generatePassword();
  const fan = await setFanPassword(db, fanPassword);

  const residency = await readResidency(PACK_FOLDER);
  const app = await buildApp({
    ...{ db, bandPack, residency, hasHousePlayers: true, demoFan: fan.username },
    prerendersAtStart: true,
  });
  closers.push(() => app.close());
  await app.listen({ host: '0.0.0.0', port: Number(process.env.PORT ?? 3000) });
  const { origin } = new URL(app.listeningOrigin.replace('0.0.0.0', 'localhost'));

  console.log(`\n${bandPack.band.productName} is on ${origin}`);
  console.log(`  as a fan:            ${fan.email}, password ${fanPassword}`);
  console.log(`  as administrator:    ${admin.email}, password ${admin.password}`);
  console.log('\nA show starts every hour, with a new song every 60 to 100 seconds.');
  console.log('Press Ctrl+C to stop.');
}

/** Creates the initial data of a public demo, without a live show (docs/demo.md). */
async function prepareDemo(dataDir: string): Promise<void> {
  const bandPack = await openBandPack(PACK_FOLDER);
  const { db, close } = await openDatabase({
    databaseUrl: undefined,
    dataDir,
    log: () => undefined,
  });
  try {
    await fillDatabase(db, bandPack);
    await playHouse(db);
  } finally {
    await close();
  }
  console.log(`${dataDir} has the band, its fans and a tour with scores.`);
}

async function fillDatabase(db: Db, { load }: OpenBandPack): Promise<void> {
  const bandPack = await load();
  await initializeDatabase(db, bandPack, { now: Date.now(), actorId: null });
  const fans = await createFans(db, bandPack);
  await predictTour(db, bandPack, fans);
  await createLeagues(db, Date.now());
  await loadForum(db, await readForum(PACK_FOLDER), Date.now());
}

function generatePassword(): string {
  return randomBytes(6).toString('base64url');
}

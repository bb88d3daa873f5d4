import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { asc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { createFirstAdmin } from './accounts/administrators/first-admin.ts';
import { offerFirstAdmin } from './accounts/administrators/first-admin-link.ts';
import { buildApp } from './app.ts';
import { openBackups } from './backups/open-backups.ts';
import { readBand } from './band/band.ts';
import { secureDataDir } from './data-dir-permissions.ts';
import { freeBytesOf } from './db/disk-space.ts';
import { refuseLostRows } from './db/lost-rows.ts';
import { type Db, openUrl } from './db/open.ts';
import { users } from './db/schema/accounts.ts';
import { shows } from './db/schema/shows.ts';
import { songs } from './db/schema/songs.ts';
import { openDemo, refuseWithoutFans, startDemo } from './demo/demo.ts';
import type { Environment } from './environment.ts';
import { logOptions } from './http/log.ts';
import { insecureConnections } from './insecure-connections.ts';
import { listenForMetrics } from './metrics/serve-metrics.ts';
import { projectFile } from './project-files.ts';
import { LEAVE_MS } from './realtime/hub.ts';
import { type BandPack, loadBandPack } from './setup/band-pack.ts';
import { initializeDatabase } from './setup/initialize.ts';
import { startLog } from './start-log.ts';

/**
 * Of a PostgreSQL on the server's own machine: with twenty at work the server itself gets no turn, and
 * newcomers wait (`npm run bench -- newcomers`).
 */
const EMBEDDED_SESSIONS = 6;

/**
 * Serves the product on the database of a URL, which may still be starting. What has to be closed is put
 * before the rest of `open`. Returns the log once it listens, and has said where and how to sign in.
 */
export async function serve(
  environment: Environment,
  startedUrl: string | PromiseLike<string>,
  open: { close(): PromiseLike<unknown> }[],
): Promise<FastifyBaseLogger> {
  const { databaseUrl, redisUrl, dataDir, publicUrl, trustProxy, port, host } = environment;
  const packFolder = environment.bandPack ?? fileURLToPath(projectFile('bands/lantern/'));
  const bandPack = await loadBandPack(packFolder);
  const isEmbedded = databaseUrl === undefined;
  const warnings = insecureConnections({ databaseUrl, redisUrl }).map(
    (name) => `${name} leads out of the private network without TLS: see SECURITY.md.`,
  );
  const openFolder = isEmbedded ? undefined : await secureDataDir(dataDir);
  if (openFolder) warnings.push(openFolder);
  const { backups, close: endAfterBackup } = openBackups(environment);
  open.unshift({ close: endAfterBackup });
  const url = await startedUrl;
  await refuseLostRows(url);
  if (environment.demoResetHours) await refuseWithoutFans(url);
  // What fails before this says its one sentence and nothing else.
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
  startLog.say(`Version ${version} starts; its data folder is ${resolve(dataDir)}`);
  const { db, close } = await openUrl(
    url,
    isEmbedded ? EMBEDDED_SESSIONS : environment.databasePool,
    environment.databaseStatementTimeout,
    async (database) => {
      const { path } = await backups.make(database, 'before-update');
      startLog.say(`Backup saved at ${path}`);
    },
    (from, to) => startLog.say(from ? `Migrating ${from} → ${to}` : `Making the schema ${to}`),
  );
  open.unshift({ close });
  const preparing = prepareFirstStart(db, bandPack, {
    admin: environment.admin,
    fillsEmpty: isEmbedded,
    link: {
      folder: dataDir,
      site: publicUrl ?? `http://localhost:${port}`,
      isOnTerminal: process.stdout.isTTY === true,
    },
  });
  // Awaited below, when what is built meanwhile can be closed.
  preparing.catch(() => undefined);

  const { metricsPort, metricsToken: token } = environment;
  const isMeasured = metricsPort !== undefined || token !== undefined;
  // Loaded where it is wanted: a start without it is the sooner.
  const metrics = isMeasured ? (await import('./metrics/metrics.ts')).createMetrics() : undefined;
  const { demoResetHours: hours } = environment;
  const file = join(dataDir, 'demo.backup');
  if (hours) await preparing;
  const demo = hours ? await openDemo(db, { file, hours, clock: Date.now }) : undefined;
  const leaving = new AbortController();
  const app = await buildApp({
    db,
    redisUrl,
    leaving: leaving.signal,
    bandPack,
    publicUrl,
    trustProxy,
    logger: await logOptions(environment.logLevel),
    backups,
    importing: { dataDir, apiKey: environment.setlistfmApiKey },
    smtp: environment.smtp,
    sendsNotices: !demo,
    playsHouse: true,
    savesNightly: true,
    demo,
    ...(isEmbedded && { freeBytes: () => freeBytesOf(dataDir) }),
    metrics,
    metricsToken: metricsPort === undefined ? token : undefined,
  });
  open.unshift({
    async close() {
      leaving.abort();
      // The other nodes take over, some pages now and some a moment later. One that is alone is
      // missed until it is back: the sooner the better.
      if (redisUrl) {
        await sleep(LEAVE_MS);
        await stopListening(app.server);
      }
      await app.close();
    },
  });
  // Whatever becomes of the rest of the start.
  startLog.say(await preparing);
  if (demo) open.unshift(startDemo(demo, app.log));
  if (metrics && metricsPort !== undefined)
    open.unshift(await listenForMetrics(metrics, { port: metricsPort, host, token }));
  await app.listen({ port, host });
  // An address to open in a browser of this machine, not the one of every network interface.
  const here = app.listeningOrigin.replace(/0\.0\.0\.0|127\.0\.0\.1|\[::1?\]/, 'localhost');
  const { productName } = await readBand(db, bandPack.band);
  startLog.say(`${productName} is on ${publicUrl ?? here}`);
  if (!environment.smtp)
    startLog.say('No mail is set up (SMTP_URL): links to new passwords go into this log.');
  for (const warning of warnings) startLog.say(warning);
  // Since the process began.
  startLog.say(`Ready in ${(performance.now() / 1000).toFixed(1)} s`);
  return app.log;
}

/**
 * Sees that there is something to look at and somebody to run it: fills an empty database from
 * the band pack where it may, makes the administrator that is named, or a link to become the first where
 * nobody is. Returns a sentence that says how to sign in as administrator.
 */
async function prepareFirstStart(
  db: Db,
  bandPack: BandPack,
  {
    admin,
    fillsEmpty,
    link,
  }: {
    admin: { email: string; password: string } | undefined;
    fillsEmpty: boolean;
    link: Parameters<typeof offerFirstAdmin>[1];
  },
): Promise<string> {
  // By what is there, not by whether it was just made: a first start may have been cut off.
  // Where an owner has said whose site it is, they have taken the demo away.
  const isNew = (await readBand(db, bandPack.band)).version === 0;
  if (fillsEmpty && isNew && (await isEmpty(db)))
    await initializeDatabase(db, bandPack, { now: Date.now(), actorId: null });
  if (admin) {
    await createFirstAdmin(db, admin);
    return `Sign in as administrator: ${admin.email}, with the password that ADMIN_PASSWORD sets.`;
  }
  const offer = await offerFirstAdmin(db, link);
  if (offer) return offer;
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt))
    .limit(1);
  return `Sign in as administrator: ${first?.email}. Password lost? ADMIN_EMAIL and ADMIN_PASSWORD set another.`;
}

/** Answers all that has come until now. What asks on takes another node, as nobody is connected here. */
async function stopListening(server: Server): Promise<void> {
  // Right after new connections were taken in: one that waits to be at that moment is cut.
  await nextTurn();
  await new Promise((resolve) => server.close(resolve));
}

async function isEmpty(db: Db): Promise<boolean> {
  const [anySong] = await db.select({ id: songs.id }).from(songs).limit(1);
  const [anyShow] = await db.select({ id: shows.id }).from(shows).limit(1);
  return !anySong && !anyShow;
}

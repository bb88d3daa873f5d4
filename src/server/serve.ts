import type { Server } from 'node:net';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { asc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import { createFirstAdmin } from './accounts/administrators/first-admin.ts';
import { offerFirstAdmin } from './accounts/administrators/first-admin-link.ts';
import { buildApp } from './app.ts';
import { openBackups } from './backups/open-backups.ts';
import { readBand } from './band/band.ts';
import { type OpenBandPack, openBandPack } from './catalog/band-pack/band-pack.ts';
import { initializeDatabase } from './catalog/band-pack/import-pack.ts';
import { secureExternalDataDir } from './data-dir-permissions.ts';
import { readFreeBytes } from './db/disk-space.ts';
import { isUnreachable } from './db/failures.ts';
import { assertNoLostRows } from './db/lost-rows.ts';
import { type Db, openUrl } from './db/open.ts';
import { users } from './db/schema/accounts.ts';
import { shows } from './db/schema/shows.ts';
import { songs } from './db/schema/songs.ts';
import { retry } from './db/transaction.ts';
import { assertHasFan, openDemo, startDemo } from './demo/demo.ts';
import { readResidency } from './demo/residency.ts';
import type { Environment } from './environment.ts';
import { createLogOptions } from './http/log.ts';
import { listenForMetrics } from './http/serve-metrics.ts';
import { findInsecureConnections } from './insecure-connections.ts';
import { projectFile, readVersion } from './project-files.ts';
import { LEAVE_MS } from './realtime/hub.ts';
import { startupLog } from './start-log.ts';

/** More connections would starve the server of CPU time (`npm run bench -- newcomers`). */
const EMBEDDED_POOL_SIZE = 6;

/**
 * Adds to the front of `resources`. With `isTrial`, sends nothing, makes no backups, and stores no
 * house predictions.
 */
export async function serve(
  environment: Environment,
  databaseUrlPromise: string | PromiseLike<string>,
  resources: { close(): PromiseLike<unknown> }[],
  { isTrial = false } = {},
): Promise<{ log: FastifyBaseLogger; origin: string }> {
  const { databaseUrl, redisUrl, dataDir, publicUrl, trustProxy, port, host } = environment;
  const packFolder = environment.bandPack ?? fileURLToPath(projectFile('bands/lantern/'));
  const bandPack = await openBandPack(packFolder);
  // A pack written by the owner may have mistakes.
  if (environment.bandPack) await bandPack.load();
  const isEmbedded = databaseUrl === undefined;
  const warnings = findInsecureConnections({ databaseUrl, redisUrl }).map(
    (name) => `The connection to ${name} leaves the private network without TLS: see SECURITY.md.`,
  );
  const permissionWarning = isEmbedded ? undefined : await secureExternalDataDir(dataDir);
  if (permissionWarning) warnings.push(permissionWarning);
  const { backups, close: endAfterBackup } = openBackups(environment);
  resources.unshift({ close: endAfterBackup });
  const url = await databaseUrlPromise;
  await assertNoLostRows(url);
  if (environment.demoResetHours) await assertHasFan(url);
  startupLog.info(`Starting version ${readVersion()} with data folder ${resolve(dataDir)}`);
  const { db, close } = await openUrl(
    url,
    isEmbedded ? EMBEDDED_POOL_SIZE : environment.databasePool,
    environment.databaseStatementTimeout,
    async (database) => {
      const { path } = await backups.create(database, 'before-update');
      startupLog.info(`Backup saved at ${path}`);
    },
    (from, to) => startupLog.info(from ? `Migrating ${from} → ${to}` : `Creating schema ${to}`),
  );
  resources.unshift({ close });
  const prepare = () =>
    prepareFirstStart(db, bandPack, {
      admin: environment.admin,
      shouldImportPack: isEmbedded,
      link: {
        folder: dataDir,
        site: publicUrl ?? `http://localhost:${port}`,
        isOnTerminal: process.stdout.isTTY === true,
      },
    });
  const preparation = retry(prepare, isUnreachable);
  // Prevents an unhandled rejection: it is awaited below, once the app can be closed.
  preparation.catch(() => undefined);

  const { metricsPort, metricsToken: token } = environment;
  const hasMetrics = metricsPort !== undefined || token !== undefined;
  const metrics = hasMetrics ? (await import('./metrics/metrics.ts')).createMetrics() : undefined;
  const { demoResetHours: hours } = environment;
  const file = join(dataDir, 'demo.backup');
  if (hours) await preparation;
  const demo = hours ? await openDemo(db, { file, hours, clock: Date.now }) : undefined;
  const shutdown = new AbortController();
  const app = await buildApp({
    db,
    redisUrl,
    shutdownSignal: shutdown.signal,
    bandPack,
    publicUrl,
    trustProxy,
    logger: await createLogOptions(environment.logLevel),
    backups,
    importConfig: { dataDir, apiKey: environment.setlistfmApiKey },
    smtp: environment.smtp,
    hasNotifications: !demo && !isTrial,
    hasWebhooks: !demo && !isTrial,
    hasHousePlayers: !isTrial,
    hasNightlyBackups: !isTrial,
    demo,
    residency: demo && (await readResidency(packFolder)),
    ...(isEmbedded && { freeBytes: () => readFreeBytes(dataDir) }),
    metrics,
    metricsToken: metricsPort === undefined ? token : undefined,
    firstScreenBudgetMs: environment.firstScreenBudgetMs,
    prerendersAtStart: true,
  });
  resources.unshift({
    async close() {
      shutdown.abort();
      // Gives pages time to reconnect to other nodes.
      if (redisUrl) {
        await sleep(LEAVE_MS);
        await stopListening(app.server);
      }
      await app.close();
    },
  });
  const { signInAdvice, changes } = await preparation;
  // Other nodes may have sessions that promoting an administrator ended.
  await app.bus.publish(changes);
  startupLog.info(signInAdvice);
  if (demo) resources.unshift(startDemo(demo, app.log));
  if (metrics && metricsPort !== undefined)
    resources.unshift(await listenForMetrics(metrics, { port: metricsPort, host, token }));
  await app.listen({ port, host });
  // 0.0.0.0 does not open in every browser.
  const localUrl = app.listeningOrigin.replace(/0\.0\.0\.0|127\.0\.0\.1|\[::1?\]/, 'localhost');
  const { productName } = await readBand(db, bandPack.band);
  startupLog.info(`${productName} is running at ${publicUrl ?? localUrl}`);
  if (!environment.smtp)
    startupLog.info('SMTP_URL is not set: password reset links are written to this log.');
  for (const warning of warnings) startupLog.info(warning);
  startupLog.info(`Ready in ${(performance.now() / 1000).toFixed(1)} s`);
  return { log: app.log, origin: app.listeningOrigin };
}

async function prepareFirstStart(
  db: Db,
  bandPack: OpenBandPack,
  {
    admin,
    shouldImportPack,
    link,
  }: {
    admin: { email: string; password: string } | undefined;
    shouldImportPack: boolean;
    link: Parameters<typeof offerFirstAdmin>[1];
  },
): Promise<{ signInAdvice: string; changes: readonly Change[] }> {
  // A first start may have been interrupted, or an owner may have removed the sample data.
  const isNew = (await readBand(db, bandPack.band)).version === 0;
  if (shouldImportPack && isNew && (await isEmpty(db)))
    await initializeDatabase(db, await bandPack.load(), { now: Date.now(), actorId: null });
  if (admin) {
    const { changes } = await createFirstAdmin(db, admin);
    const signInAdvice = `Sign in as administrator: ${admin.email}, with the password that ADMIN_PASSWORD sets.`;
    return { signInAdvice, changes };
  }
  return {
    signInAdvice: (await offerFirstAdmin(db, link)) ?? (await formatSignInAdvice(db)),
    changes: [],
  };
}

async function formatSignInAdvice(db: Db): Promise<string> {
  const [admin] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt))
    .limit(1);
  return `Sign in as administrator: ${admin?.email}. To reset the password, set ADMIN_EMAIL and ADMIN_PASSWORD.`;
}

async function stopListening(server: Server): Promise<void> {
  // `close` would reset connections that are not accepted yet.
  await nextTurn();
  await new Promise((resolve) => server.close(resolve));
}

async function isEmpty(db: Db): Promise<boolean> {
  const [anySong] = await db.select({ id: songs.id }).from(songs).limit(1);
  const [anyShow] = await db.select({ id: shows.id }).from(shows).limit(1);
  return !anySong && !anyShow;
}

import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import { openUrl } from './db/open.ts';
import type { Environment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { logOptions } from './http/log.ts';
import { projectFile } from './project-files.ts';
import { loadBandPack } from './setup/band-pack.ts';

/**
 * Of a PostgreSQL on the server's own machine: with twenty at work the server itself gets no turn, and
 * newcomers wait (`npm run bench -- newcomers`).
 */
const EMBEDDED_SESSIONS = 6;

/**
 * Serves the product on a database that runs. What has to be closed is put before the rest of
 * `open`. Returns the log once it listens, and has said where and how to sign in.
 */
export async function serve(
  environment: Environment,
  url: string,
  open: { close(): PromiseLike<unknown> }[],
): Promise<FastifyBaseLogger> {
  const { databaseUrl, dataDir, publicUrl, trustProxy, port, host } = environment;
  const packFolder = environment.bandPack ?? fileURLToPath(projectFile('bands/lantern/'));
  const bandPack = await loadBandPack(packFolder);
  const isEmbedded = databaseUrl === undefined;
  const { db, close } = await openUrl(url, isEmbedded ? EMBEDDED_SESSIONS : undefined);
  open.unshift({ close });
  const howToSignIn = await prepareFirstStart(db, bandPack, {
    admin: environment.admin,
    fillsEmpty: isEmbedded,
  });

  const app = await buildApp({
    db,
    bandPack,
    publicUrl,
    trustProxy,
    logger: await logOptions(environment.logLevel),
    ...(isEmbedded && { dataDir }),
  });
  open.unshift(app);
  for (const name of environment.reserved)
    app.log.warn(`${name} is set, but it is not used yet: see .env.example.`);
  await app.listen({ port, host });
  // An address to open in a browser of this machine, not the one of every network interface.
  const here = app.listeningOrigin.replace(/0\.0\.0\.0|127\.0\.0\.1|\[::1?\]/, 'localhost');
  console.log(`${bandPack.band.productName} is on ${publicUrl ?? here}`);
  console.log(howToSignIn);
  return app.log;
}

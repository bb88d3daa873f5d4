import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { openDatabase } from './db/open.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { prepareFirstStart } from './first-start.ts';
import { logOptions } from './http/log-options.ts';
import { projectFile } from './project-files.ts';
import { loadBandPack } from './setup/band-pack.ts';

// Environment → band pack → database → app → listen → graceful end.

const GRACE_MS = 5_000;

/** What is open, the last opened first. */
const open: { close(): PromiseLike<unknown> }[] = [];
let isEnding = false;

const onTimeout = () => console.error(`Not everything had ended after ${GRACE_MS / 1000} seconds.`);
closeWithGrace({ delay: GRACE_MS, logger: false, onTimeout }, async ({ err }) => {
  isEnding = true;
  if (err) console.error(err);
  await closeAll();
});

try {
  await start(readEnvironment(process.env));
} catch (error) {
  // A signal in the middle of the start closes what the start still uses: that is no failure.
  if (!isEnding) await giveUp(error);
}

async function start(environment: Environment) {
  const { databaseUrl, dataDir, publicUrl, trustProxy, port, host } = environment;
  const packFolder = environment.bandPack ?? fileURLToPath(projectFile('bands/lantern/'));
  const bandPack = await loadBandPack(packFolder);
  const database = await openDatabase({ databaseUrl, dataDir });
  open.unshift(database);
  const howToSignIn = await prepareFirstStart(database, bandPack, environment.admin);

  const logger = await logOptions(environment.logLevel);
  const app = await buildApp({ db: database.db, bandPack, publicUrl, trustProxy, logger });
  open.unshift(app);
  for (const name of environment.reserved)
    app.log.warn(`${name} is set, but it is not used yet: see .env.example.`);
  await app.listen({ port, host });
  // An address to open in a browser of this machine, not the one of every network interface.
  const here = app.listeningOrigin.replace(/0\.0\.0\.0|127\.0\.0\.1|\[::1?\]/, 'localhost');
  console.log(`${bandPack.band.productName} is on ${publicUrl ?? here}`);
  console.log(howToSignIn);
}

async function closeAll() {
  for (const one of open.splice(0)) await one.close();
}

/** Says in a sentence why the server does not start; with LOG_LEVEL=debug also where. */
async function giveUp(error: unknown) {
  console.error(process.env.LOG_LEVEL === 'debug' ? error : sentenceOf(error));
  await closeAll().catch(() => undefined);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'The port is in use by another program. End that one, or set PORT to another number.';
  if (code === 'EACCES')
    return `${error.message}: this user may not do that. Set PORT or DATA_DIR to what it may use.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'The database does not answer where DATABASE_URL says. Is it running?';
  return error.message;
}

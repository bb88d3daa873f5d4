import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger } from 'fastify';
import { openCluster, readLogLine } from './db/embedded/cluster.ts';
import { walkErrorChain } from './db/failures.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { startupLog } from './start-log.ts';

const GRACE_MS = 5_000;

/** Resources to close, last opened first. */
const resources: { close(): PromiseLike<unknown> }[] = [];
let isEnding = false;

const onTimeout = () =>
  startupLog.error(`The shutdown did not finish in ${GRACE_MS / 1000} seconds.`);
closeWithGrace({ delay: GRACE_MS, logger: false, onTimeout }, async ({ err }) => {
  isEnding = true;
  if (err) console.error(err);
  await closeAll();
});

try {
  await start(readEnvironment(process.env));
} catch (error) {
  // A signal closes resources that startup still uses. The resulting error is not a failure.
  if (!isEnding) await failStart(error);
}

async function start(environment: Environment) {
  const log = createDatabaseLog();
  const { databaseUrl, dataDir, host } = environment;
  await assertLocalHost(host);
  const cluster = databaseUrl ? undefined : startCluster(dataDir, log.write);
  // Lets PostgreSQL start while this process loads modules.
  await cluster?.spawned;
  const url = cluster?.url ?? databaseUrl ?? '';
  const serving = import('./serve.ts').then(({ serve }) => serve(environment, url, resources));
  const [server] = await Promise.all([serving, url]);
  log.attach(server.log);
}

async function assertLocalHost(host: string): Promise<void> {
  const addresses = isIP(host) ? [] : await lookup(host).catch(() => undefined);
  if (!addresses) throw new Error(`HOST is ${host}, which is not an address of this machine.`);
}

function startCluster(dataDir: string, write: (line: string) => void) {
  let onSpawn: (() => void) | undefined;
  const spawn = new Promise<void>((resolve) => {
    onSpawn = resolve;
  });
  const cluster = openCluster({ dataDir, log: write, onSpawn });
  const end = cluster.catch(() => undefined);
  resources.unshift({ close: async () => (await end)?.close() });
  return { spawned: Promise.race([spawn, end]), url: cluster.then(({ url }) => url) };
}

/** Forwards PostgreSQL's log lines to the server's log. Buffers them until that log exists. */
function createDatabaseLog() {
  const bufferedLines: string[] = [];
  let logger: FastifyBaseLogger | undefined;
  const forward = (target: FastifyBaseLogger, line: string) => {
    const { level, text } = readLogLine(line);
    target[level]({ source: 'postgresql' }, text);
  };
  return {
    write(line: string) {
      if (logger) forward(logger, line);
      else bufferedLines.push(line);
    },
    attach(appLog: FastifyBaseLogger) {
      logger = appLog;
      for (const line of bufferedLines.splice(0)) forward(appLog, line);
    },
  };
}

async function closeAll() {
  for (const resource of resources.splice(0)) await resource.close();
}

async function failStart(error: unknown) {
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  else startupLog.error(formatError(error));
  await closeAll().catch(() => undefined);
  process.exit(1);
}

function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Drizzle wraps the driver's error and repeats only the query.
  const cause = error.message.startsWith('Failed query')
    ? [...walkErrorChain(error)].at(-1)
    : error;
  const { message = '' } = cause ?? {};
  const code = cause && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return 'The port is in use by another program. Stop it, or set PORT to another number.';
  if (code === 'EACCES')
    return `${message}. Set PORT or DATA_DIR to a port or folder that this user can use.`;
  if (code === 'EADDRNOTAVAIL')
    return `HOST is ${process.env.HOST}, which is not an address of this machine.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || message.startsWith('timeout exceeded'))
    return 'The database at DATABASE_URL does not respond. Is it running?';
  return message;
}

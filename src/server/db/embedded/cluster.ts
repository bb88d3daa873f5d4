import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { createDataDir, restrictDataDir } from '../../data-dir-permissions.ts';
import { claimFolder } from './claim-folder.ts';
import { endOrphan, endPostmaster, hasEnded, isListening, startPostmaster } from './postmaster.ts';
import {
  assertNoPglite,
  type ClusterOptions,
  DATABASE,
  findRunningListener,
  prepareCluster,
} from './prepare-cluster.ts';

export interface Cluster {
  url: string;
  close(): Promise<void>;
}

const RESTART_DELAY_MS = { first: 100, max: 10_000 };
const STABLE_MS = 30_000;

/** Creates the cluster in `dataDir` if necessary, and restarts PostgreSQL whenever it dies. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = resolve(options.dataDir);
  await assertNoPglite(dataDir);
  await createDataDir(dataDir);
  const release = await claimFolder(dataDir);
  try {
    await restrictDataDir(dataDir);
    const { plan, url } = await prepareCluster(dataDir, options);
    const postmaster = await startPostmaster(plan);
    await ensureDatabase(plan.connection);
    const supervisor = keepAlive(postmaster, () => startPostmaster(plan), options.log);
    const close = async () => {
      await supervisor.end();
      await release();
    };
    return { url, close };
  } catch (error) {
    await release();
    throw error;
  }
}

export async function findRunningCluster(dataDir: string): Promise<string | undefined> {
  const listener = await findRunningListener(resolve(dataDir));
  return listener && (await isListening(listener.address)) ? listener.url : undefined;
}

/** Ends the PostgreSQL that a killed process left running in `dataDir`. */
export async function endOrphanedCluster(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  const listener = await findRunningListener(folder);
  if (!listener) return;
  await endOrphan({ address: listener.address, dataFolder: join(folder, 'postgresql', 'data') });
}

function keepAlive(
  postmaster: ChildProcess,
  startPostmasterAgain: () => Promise<ChildProcess>,
  log: (line: string) => void,
) {
  let child = postmaster;
  let startedAt = Date.now();
  let delay = RESTART_DELAY_MS.first;
  let timer: NodeJS.Timeout | undefined;
  let starting: Promise<void> | undefined;
  let isEnding = false;
  watch();

  return {
    async end() {
      isEnding = true;
      clearTimeout(timer);
      await starting;
      await endPostmaster(child);
    },
  };

  function watch() {
    child.once('exit', (code, signal) => {
      if (isEnding) return;
      log(`ERROR:  PostgreSQL exited (${signal ?? code}) and will be restarted`);
      if (Date.now() - startedAt > STABLE_MS) delay = RESTART_DELAY_MS.first;
      scheduleRestart();
    });
  }

  function scheduleRestart() {
    timer = setTimeout(() => {
      starting = restart();
    }, delay);
    delay = Math.min(delay * 2, RESTART_DELAY_MS.max);
  }

  async function restart() {
    try {
      child = await startPostmasterAgain();
    } catch (error) {
      log(`ERROR:  ${error instanceof Error ? error.message : String(error)}`);
      if (!isEnding) scheduleRestart();
      return;
    }
    startedAt = Date.now();
    // PostgreSQL may have died since it accepted queries.
    if (!hasEnded(child)) watch();
    else if (!isEnding) scheduleRestart();
  }
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

interface LogEntry {
  level: 'info' | 'warn' | 'error';
  text: string;
}

/** Parses a line of PostgreSQL's log, such as `FATAL:  could not write to file`. */
export function readLogLine(line: string): LogEntry {
  const [, severity = '', text = line.trim()] = /^([A-Z]+): +(.*)$/.exec(line) ?? [];
  // These messages are not failures: our start polls until PostgreSQL is ready.
  if (/^(the database system is (starting up|shutting down|not yet)|terminating )/.test(text))
    return { level: 'info', text };
  if (['ERROR', 'FATAL', 'PANIC'].includes(severity)) return { level: 'error', text };
  return { level: severity === 'WARNING' ? 'warn' : 'info', text };
}

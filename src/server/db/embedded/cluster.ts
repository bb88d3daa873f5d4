import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import pg from 'pg';
import { createDataDir, restrictDataDir } from '../../data-dir-permissions.ts';
import { claimFolder } from './claim-folder.ts';
import { answers, endPostmaster, hasEnded, startPostmaster } from './postmaster.ts';
import {
  type ClusterOptions,
  DATABASE,
  prepareCluster,
  refusePglite,
  runningListener,
} from './prepare-cluster.ts';

export interface Cluster {
  url: string;
  close(): Promise<void>;
}

const PAUSE_MS = { first: 100, longest: 10_000 };
/** After a run of this length, the restart delay starts over. */
const STEADY_MS = 30_000;

/** Creates the cluster in `dataDir` if necessary, and restarts PostgreSQL whenever it dies. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = resolve(options.dataDir);
  await refusePglite(dataDir);
  await createDataDir(dataDir);
  const release = await claimFolder(dataDir);
  try {
    await restrictDataDir(dataDir);
    const { plan, url } = await prepareCluster(dataDir, options);
    const first = await startPostmaster(plan);
    await ensureDatabase(plan.connection);
    const life = keepAlive(first, () => startPostmaster(plan), options.log);
    const close = async () => {
      await life.end();
      await release();
    };
    return { url, close };
  } catch (error) {
    await release();
    throw error;
  }
}

export async function findRunningCluster(dataDir: string): Promise<string | undefined> {
  const line = await runningListener(resolve(dataDir));
  return line && (await answers(line.address)) ? line.url : undefined;
}

function keepAlive(
  first: ChildProcess,
  startAgain: () => Promise<ChildProcess>,
  log: (line: string) => void,
) {
  let child = first;
  let startedAt = Date.now();
  let pause = PAUSE_MS.first;
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
      log(`ERROR:  PostgreSQL ended (${signal ?? code}); it is started again`);
      if (Date.now() - startedAt > STEADY_MS) pause = PAUSE_MS.first;
      wait();
    });
  }

  function wait() {
    timer = setTimeout(() => {
      starting = restart();
    }, pause);
    pause = Math.min(pause * 2, PAUSE_MS.longest);
  }

  async function restart() {
    try {
      child = await startAgain();
    } catch (error) {
      log(`ERROR:  ${error instanceof Error ? error.message : String(error)}`);
      if (!isEnding) wait();
      return;
    }
    startedAt = Date.now();
    // It may have died since its first answer.
    if (!hasEnded(child)) watch();
    else if (!isEnding) wait();
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
  // Not failures: our start polls until PostgreSQL is ready.
  if (/^(the database system is (starting up|shutting down|not yet)|terminating )/.test(text))
    return { level: 'info', text };
  if (['ERROR', 'FATAL', 'PANIC'].includes(severity)) return { level: 'error', text };
  return { level: severity === 'WARNING' ? 'warn' : 'info', text };
}

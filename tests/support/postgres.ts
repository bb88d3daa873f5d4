import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgres, oldestPostgres } from './installed-programs.ts';
import { endChild, findFreePort, hasEnded } from './processes.ts';

export interface Postgres {
  /** Superuser `postgres` on 127.0.0.1, no password, database `postgres`. */
  url: string;
  stop(): Promise<void>;
  /** Sends SIGKILL. `restart()` recovers all committed data. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder, on loopback only. When this process exits, even by a
 * signal, the server stops and its folder is removed. Without `fsync` (the default) it is faster,
 * and `kill()` still loses nothing. Only a power failure would.
 *
 * @throws Error if PostgreSQL is missing or too old, or with its log if it does not start
 */
export async function startPostgres(
  options: {
    port?: number;
    fsync?: boolean;
    settings?: Record<string, string>;
    parent?: string;
  } = {},
): Promise<Postgres> {
  const installed = findPostgres();
  if (!installed) throw new Error(`PostgreSQL ${oldestPostgres} or newer is not installed.`);
  const port = options.port ?? (await findFreePort());
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const owner = findUnprivilegedOwner();
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'called-it-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const spawnOptions = { ...owner, cwd: folder };
  const args = buildServerArguments(folder, port, options);
  let server: ChildProcess | undefined;

  const removeExitHandlers = cleanUpOnExit(() => {
    server?.kill('SIGQUIT');
    removeFolder(folder);
  });

  async function start() {
    for (const deadline = Date.now() + 10_000; ; await sleep(100)) {
      const log: string[] = [];
      const child = spawn(join(installed?.bin ?? '', 'postgres'), args, {
        ...spawnOptions,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => log.push(chunk));
      server = child;
      if (await isReady(child, url)) return;
      // The sessions of a killed server keep its shared memory for a while.
      if (!log.join('').includes('shared memory block') || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${log.join('')}`);
      }
    }
  }

  const end = (signal: NodeJS.Signals) => endChild(server, signal);

  async function stop() {
    await end('SIGINT');
    removeExitHandlers();
    removeFolder(folder);
  }

  try {
    execFileSync(join(installed.bin, 'initdb'), buildInitArguments(folder), {
      ...spawnOptions,
      stdio: 'pipe',
    });
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    kill: () => end('SIGKILL'),
    restart: () => end('SIGINT').then(start),
  };
}

function buildInitArguments(folder: string) {
  // Sorts by language like most servers, so that tests don't rely on the C locale's order.
  const collation = ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  const data = ['-D', join(folder, 'data'), '--encoding=UTF8', '--no-sync'];
  return [...data, ...collation, '--username=postgres', '--auth=trust'];
}

function buildServerArguments(
  folder: string,
  port: number,
  { fsync, settings: extraSettings }: { fsync?: boolean; settings?: Record<string, string> },
) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: fsync ? 'on' : 'off',
    ...extraSettings,
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(folder, 'data'), '-p', `${port}`, ...pairs];
}

async function isReady(server: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    if (hasEnded(server)) return false;
    const client = new Client({ connectionString: url });
    // A connection that is dropped during startup also emits an error here.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // Not ready yet.
    }
  }
  return false;
}

// PostgreSQL refuses to run as root. Its package creates this user.
function findUnprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns a function that removes the handlers. */
function cleanUpOnExit(cleanUp: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = (signal: NodeJS.Signals) => {
    // Other listeners for the signal decide how to exit. 'exit' always fires.
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  };
  process.on('exit', cleanUp);
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    process.off('exit', cleanUp);
    for (const signal of signals) process.off(signal, onSignal);
  };
}

function removeFolder(folder: string) {
  // A stopping server may still write, so retry.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

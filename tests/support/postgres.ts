import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgres, oldestPostgres } from './installed-programs.ts';
import { endChild, freePort, hasEnded } from './processes.ts';

export interface Postgres {
  /** For DATABASE_URL: superuser `postgres` on 127.0.0.1, no password, database `postgres`. */
  url: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
  /** SIGKILL to the server; `restart()` then recovers what it had committed. */
  kill9(): Promise<void>;
  /** Ends the server, if it still runs, and starts it on the same folder and port. */
  restart(): Promise<void>;
}

/**
 * Starts a PostgreSQL of our own in a temporary folder, on loopback only. It is ended and its
 * folder removed when this process ends, by a signal too. Without `fsync` (the default) it is
 * fast, and still loses nothing to `kill9()`: only a power failure would take something.
 *
 * @throws Error when PostgreSQL is missing or too old, or with its log when it does not start
 */
export async function startPostgres(
  options: {
    port?: number;
    fsync?: boolean;
    settings?: Record<string, string>;
    /** Where its folder is made: among the temporary files unless set. */
    parent?: string;
  } = {},
): Promise<Postgres> {
  const installed = findPostgres();
  if (!installed) throw new Error(`PostgreSQL ${oldestPostgres} or newer is not installed.`);
  const port = options.port ?? (await freePort());
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'called-it-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const spawnOptions = { ...owner, cwd: folder };
  const args = serverArguments(folder, port, options);
  let server: ChildProcess | undefined;

  const unguard = guardExit(() => {
    server?.kill('SIGQUIT');
    remove(folder);
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
      // The sessions of a server killed a moment ago hold on to its memory until they notice.
      if (!log.join('').includes('shared memory block') || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${log.join('')}`);
      }
    }
  }

  const end = (signal: NodeJS.Signals) => endChild(server, signal);

  async function stop() {
    await end('SIGINT');
    unguard();
    remove(folder);
  }

  try {
    execFileSync(join(installed.bin, 'initdb'), initArguments(folder), {
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
    kill9: () => end('SIGKILL'),
    restart: () => end('SIGINT').then(start),
  };
}

function initArguments(folder: string) {
  // Collated as most real servers are, by language: an order that only holds in C shows up.
  const collation = ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
  const data = ['-D', join(folder, 'data'), '--encoding=UTF8', '--no-sync'];
  return [...data, ...collation, '--username=postgres', '--auth=trust'];
}

function serverArguments(
  folder: string,
  port: number,
  { fsync, settings: more }: { fsync?: boolean; settings?: Record<string, string> },
) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: fsync ? 'on' : 'off',
    ...more,
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(folder, 'data'), '-p', `${port}`, ...pairs];
}

/** False when the server has ended before it took a connection. */
async function isReady(server: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    if (hasEnded(server)) return false;
    const client = new Client({ connectionString: url });
    // A connection cut while the server is still starting is reported here as well.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

// PostgreSQL refuses to run as root; its package makes this user for it.
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Cleans up when this process ends; returns what takes the guard away again. */
function guardExit(cleanUp: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = (signal: NodeJS.Signals) => {
    // Whoever else listens decides how the process ends; 'exit' comes in the end either way.
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
  };
  process.on('exit', cleanUp);
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    process.off('exit', cleanUp);
    for (const signal of signals) process.off(signal, onSignal);
  };
}

function remove(folder: string) {
  // A server that is just ending may still write: try again until it has gone.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

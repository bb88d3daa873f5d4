import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assertSameMajor } from './other-major.ts';
import { type PostmasterPlan, readPidFile } from './postmaster.ts';
import { findPrograms } from './programs.ts';
import { findRunAs, type RunAs } from './run-as.ts';
import { shortenPath } from './shorten-path.ts';

export interface ClusterOptions {
  dataDir: string;
  log(line: string): void;
  onSpawn?: (() => void) | undefined;
  settings?: Record<string, string>;
}

export const DATABASE = 'called_it';
const USER = 'postgres';
/** Only appears in the socket's file name, because no TCP port is open. */
const SOCKET_NUMBER = 5432;

export const MAX_WAL_MEGABYTES = 256;

const SETTINGS: Record<string, string> = {
  shared_buffers: '32MB',
  max_connections: '30',
  autovacuum: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  // The cluster has no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: `${MAX_WAL_MEGABYTES}MB`,
  min_wal_size: '32MB',
  // These settings avoid processes that would be idle.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  // Each request logs its failed statements itself, without personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

export async function prepareCluster(
  dataDir: string,
  { settings, log, onSpawn }: ClusterOptions,
): Promise<{ plan: PostmasterPlan; url: string }> {
  const home = join(dataDir, 'postgresql');
  const dataFolder = join(home, 'data');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const programs = findPrograms();
  await assertSameMajor(dataDir, programs.major);
  const runAs = findRunAs(dataDir, programs.postgres);
  if (!existsSync(join(dataFolder, 'PG_VERSION')))
    await initialize(home, programs.initdb, runAs, onSpawn);
  const listener =
    process.platform === 'win32' ? await createLoopbackListener(home) : createSocketListener(home);
  const allSettings = { ...SETTINGS, ...listener.settings, ...settings };
  const args = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    url: listener.url,
    plan: {
      command: [...runAs.prefix, programs.postgres, '-D', dataFolder, ...args],
      user: runAs.user,
      dataFolder,
      connection: { ...listener.connection, user: USER, database: 'postgres' },
      address: listener.address,
      log,
      onSpawn,
    },
  };
}

interface Listener {
  settings: Record<string, string>;
  connection: { host: string; port: number; password?: string };
  address: string | number;
  url: string;
}

/** Trusts every user who can enter the folder. */
function createSocketListener(home: string): Listener {
  const socket = shortenPath(join(home, `.s.PGSQL.${SOCKET_NUMBER}`));
  const folder = join(socket, '..');
  return {
    settings: {
      listen_addresses: '',
      port: String(SOCKET_NUMBER),
      unix_socket_directories: folder,
      unix_socket_permissions: '0700',
    },
    connection: { host: folder, port: SOCKET_NUMBER },
    address: socket,
    // libpq and `pg` use the folder; the host only makes the URL valid. libpq doesn't decode '+'.
    url: `postgres://${USER}@localhost:${SOCKET_NUMBER}/${DATABASE}?host=${encodeURIComponent(folder)}`,
  };
}

/** Used on Windows, where Node can't use PostgreSQL's sockets. */
export async function createLoopbackListener(
  home: string,
  runningPort?: number,
): Promise<Listener> {
  const password = await readFile(join(home, PASSWORD_FILE), 'utf8');
  const port = runningPort ?? (await findFreePort());
  return {
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    connection: { host: '127.0.0.1', port, password },
    address: port,
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`,
  };
}

export async function findRunningListener(dataDir: string): Promise<Listener | undefined> {
  const home = join(dataDir, 'postgresql');
  const { pid, port } = readPidFile(join(home, 'data', 'postmaster.pid'));
  if (pid === undefined) return undefined;
  return process.platform === 'win32'
    ? createLoopbackListener(home, port)
    : createSocketListener(home);
}

const PASSWORD_FILE = 'password';

async function initialize(
  home: string,
  initdb: string,
  runAs: RunAs,
  onSpawn?: () => void,
): Promise<void> {
  // The folder is renamed at the end, so that an interrupted start leaves no incomplete cluster.
  const newFolder = join(home, 'data.new');
  await rm(newFolder, { recursive: true, force: true });
  const passwordFile = join(home, PASSWORD_FILE);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (runAs.user) {
    await chown(home, runAs.user.uid, runAs.user.gid);
    await chown(passwordFile, runAs.user.uid, runAs.user.gid);
  }
  const [program = '', ...args] = [
    ...runAs.prefix,
    initdb,
    ...['-D', newFolder, `--username=${USER}`, `--pwfile=${passwordFile}`],
    ...['--auth-local=trust', '--auth-host=scram-sha-256', '--no-instructions'],
    // Sorts by code point, the same on every system and in every version.
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ];
  try {
    const running = promisify(execFile)(program, args, { ...runAs.user });
    onSpawn?.();
    await running;
  } catch (error) {
    await rm(newFolder, { recursive: true, force: true });
    throw new Error(
      `Failed to initialize the embedded PostgreSQL in ${home}: ${formatInitdbFailure(error)}`,
    );
  }
  await rename(newFolder, join(home, 'data'));
}

/** The product's first versions used PGlite. */
export async function assertNoPglite(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'database', 'PG_VERSION'))) return;
  if (existsSync(join(dataDir, 'postgresql', 'data'))) return;
  throw new Error(
    `The folder ${dataDir} contains an embedded database from an earlier version (PGlite), which this version cannot read. Nothing was changed. Set DATA_DIR to another folder to start over.`,
  );
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** STATUS_DLL_NOT_FOUND, the exit code of a Windows program. */
const DLL_NOT_FOUND = 0xc0000135;

/** Formats the error that `execFile` throws. */
export function formatInitdbFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === DLL_NOT_FOUND)
    return 'It needs the Microsoft Visual C++ Redistributable (x64): see https://aka.ms/vs/17/release/vc_redist.x64.exe.';
  const output = 'stderr' in error ? String(error.stderr).trim() : '';
  return output || error.message;
}

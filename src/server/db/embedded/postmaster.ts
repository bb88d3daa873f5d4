import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE } from '#contract/durations.ts';

export interface PostmasterPlan {
  command: readonly string[];
  user: { uid: number; gid: number } | undefined;
  dataFolder: string;
  connection: pg.ClientConfig;
  /** Socket path or port on which only a postmaster of this cluster listens. */
  address: string | number;
  log(line: string): void;
  onSpawn?: (() => void) | undefined;
}

/** Crash recovery replays at most `max_wal_size`, which takes seconds. */
const START_TIMEOUT_MS = MINUTE;
const TAKEOVER_TIMEOUT_MS = 30_000;

/** Resolves once queries are accepted; rejects with the last log lines. Ends an orphan first. */
export async function startPostmaster(plan: PostmasterPlan): Promise<ChildProcess> {
  await endOrphan(plan);
  for (const deadline = Date.now() + TAKEOVER_TIMEOUT_MS; ; await sleep(100)) {
    const lastLines: string[] = [];
    const child = spawnPostmaster(plan, lastLines);
    plan.onSpawn?.();
    if (await waitUntilReady(child, plan.connection)) return child;
    // A postmaster closes its socket before its locks, and killed sessions keep shared memory.
    const isOrphanEnding = lastLines.some((line) => /lock file|shared memory block/.test(line));
    if (!isOrphanEnding || Date.now() > deadline)
      throw new Error(`The embedded PostgreSQL failed to start: ${lastLines.join(' ')}`);
  }
}

export async function endPostmaster(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await exit;
}

function spawnPostmaster(plan: PostmasterPlan, lastLines: string[]): ChildProcess {
  const [program = '', ...args] = plan.command;
  const child = spawn(program, args, {
    ...plan.user,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Shields PostgreSQL from Ctrl+C. The server stops it after its own requests have ended.
    detached: true,
    windowsHide: true,
  });
  child.on('error', (error) => lastLines.push(error.message));
  createInterface(child.stderr).on('line', (line) => {
    lastLines.splice(0, Math.max(0, lastLines.length - 4));
    lastLines.push(line);
    plan.log(line);
  });
  return child;
}

async function waitUntilReady(child: ChildProcess, connection: pg.ClientConfig): Promise<boolean> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(10)) {
    if (hasEnded(child)) return false;
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // PostgreSQL is not ready yet.
    }
  }
  child.kill('SIGQUIT');
  return false;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** No other process uses the folder, so any running postmaster is an orphan. */
export async function endOrphan({
  address: plannedAddress,
  dataFolder,
}: Pick<PostmasterPlan, 'address' | 'dataFolder'>): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid');
  const { pid, port } = readPidFile(pidFile);
  // The orphan listens on another port, because each start chooses one.
  const address = typeof plannedAddress === 'number' ? (port ?? plannedAddress) : plannedAddress;
  if (!(await isListening(address))) {
    // PostgreSQL refuses to start if another process has reused the ID in its locks. The socket's
    // lock is removed first, because a retry reads the ID from `postmaster.pid`.
    const locks =
      typeof plannedAddress === 'string' ? [`${plannedAddress}.lock`, pidFile] : [pidFile];
    if (pid !== undefined && isAlive(pid) && !isPostgres(pid, dataFolder))
      for (const lock of locks) await rm(lock, { force: true });
    return;
  }
  if (pid === undefined || !isPostgres(pid, dataFolder))
    throw new Error(
      `Another PostgreSQL is running on ${dataFolder}, and this process cannot stop it. Stop it, or set DATA_DIR to another folder.`,
    );
  process.kill(pid, 'SIGINT');
  for (
    const deadline = Date.now() + TAKEOVER_TIMEOUT_MS;
    await isListening(address);
    await sleep(20)
  )
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${pid}) on ${dataFolder} did not stop.`);
}

export function readPidFile(pidFile: string): { pid?: number; port?: number } {
  try {
    const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n').map(Number);
    return { ...(pid && { pid }), ...(port && { port }) };
  } catch {
    return {};
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Outside Linux, returns true for any living process, because process IDs are rarely reused. */
function isPostgres(pid: number, dataFolder: string): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
  } catch {
    // The process has ended, or a container hides other users' processes from root.
    return isAlive(pid);
  }
}

export function isListening(address: string | number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket =
      typeof address === 'number' ? connect(address, '127.0.0.1') : connect({ path: address });
    const finish = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.on('connect', () => finish(true));
    socket.on('error', () => finish(false));
  });
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { readHeader } from '#server/backups/backup-file.ts';
import { endChild, findFreePort, hasEnded } from '../support/processes.ts';

const UNPRIVILEGED_ID = 65_534;
/** If the tests run as root, an unprivileged user runs the release. */
const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, TZ: 'UTC', HOST: '127.0.0.1' };

export interface InstalledRelease {
  home: string;
  dataDir: string;
  unpack(archive: string): Promise<void>;
  run(...args: string[]): Promise<{ code: number; output: string }>;
  spawn(...args: string[]): ChildProcess;
  start(): Promise<{
    tookMs: number;
    output(): string;
    get(path: string): Promise<Response>;
    stop(): Promise<void>;
  }>;
  hashTables(): Promise<Record<string, string>>;
  readCurrent(): Promise<string>;
  remove(): Promise<void>;
}

export async function installRelease(archive: string): Promise<InstalledRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'called it für '));
  const home = join(folder, 'called-it');
  const launcher = join(home, process.platform === 'win32' ? 'called-it.cmd' : 'called-it');
  const spawnLauncher = (args: string[], extraEnv: Record<string, string> = {}) =>
    spawn(launcher, args, {
      cwd: folder,
      env: { ...env, ...extraEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
  const release: InstalledRelease = {
    home,
    dataDir: join(home, '.data'),
    async unpack(file) {
      await extract({ file, cwd: folder });
      await giveToUser(folder);
    },
    async run(...args) {
      const child = spawnLauncher(args);
      const output = captureOutput(child);
      const [code] = await once(child, 'close');
      return { code, output: output() };
    },
    spawn: (...args) => spawnLauncher(args),
    async start() {
      const port = await findFreePort();
      const startedAt = performance.now();
      const child = spawnLauncher([], { PORT: `${port}` });
      const output = captureOutput(child);
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      while (!(await get('/').catch(() => undefined))?.ok) {
        if (hasEnded(child)) throw new Error(`The server exited:\n${output()}`);
        await sleep(10);
      }
      const tookMs = Math.round(performance.now() - startedAt);
      return { tookMs, output, get, stop: () => endChild(child, 'SIGTERM') };
    },
    async hashTables() {
      const file = join(folder, 'state.backup');
      await rm(file, { force: true });
      const { code, output } = await release.run('backup', 'state.backup');
      if (code !== 0) throw new Error(output);
      const { tables } = await readHeader(file);
      return Object.fromEntries(tables.map(({ name, sha256 }) => [name, sha256]));
    },
    readCurrent: async () => (await readFile(join(home, 'current'), 'utf8')).trim(),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
  await giveToUser(folder);
  await release.unpack(archive);
  return release;
}

function captureOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return () => output;
}

export async function giveToUser(folder: string): Promise<void> {
  if (user.uid !== undefined)
    await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

export const runAs = { env, ...user };

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import promises, { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimFolder } from './claim-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-claim-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a second claim fails with the owner’s name until the folder is released', async () => {
  const release = await claimFolder(folder);
  await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
  // The message explains how to run two servers.
  await expect(claimFolder(folder)).rejects.toThrow('set DATABASE_URL and REDIS_URL');
  await release();
  await (await claimFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test('exactly one of many concurrent claims succeeds', async () => {
  await leaveDeadSocket();
  const claims = await Promise.allSettled(Array.from({ length: 20 }, () => claimFolder(folder)));
  const successes = claims.filter((claim) => claim.status === 'fulfilled');
  expect(successes).toHaveLength(1);
  await successes[0]?.value();
});

test('claims a folder with a dead socket', async () => {
  await leaveDeadSocket();
  await (await claimFolder(folder))();
});

test('a claim that finds a dead socket respects another claim made meanwhile', async () => {
  await leaveDeadSocket();
  let release: (() => Promise<void>) | undefined;
  const { rename } = promises;
  // The claim has found the dead socket and is about to move it away.
  const moving = vi.spyOn(promises, 'rename').mockImplementation(async (...args) => {
    moving.mockImplementation(rename);
    release = await claimFolder(folder);
    await rename(...args);
  });
  syncBuiltinESMExports();
  await expect(claimFolder(folder)).rejects.toThrow('in use by process');
  moving.mockRestore();
  syncBuiltinESMExports();
  await expect(claimFolder(folder)).rejects.toThrow('in use by process');
  await release?.();
  expect(await readdir(folder)).toEqual([]);
});

test('a release removes only its own claim', async () => {
  const releaseFirst = await claimFolder(folder);
  // Simulates a user who deletes the socket.
  await rm(join(folder, 'server.sock'));
  const release = await claimFolder(folder);
  await releaseFirst();
  await expect(claimFolder(folder)).rejects.toThrow('in use by process');
  await release();
});

test('claims a folder whose path is too long for a socket', async () => {
  const deep = join(folder, 'a-long-name-'.repeat(9));
  await mkdir(deep);
  const release = await claimFolder(deep);
  await expect(claimFolder(deep)).rejects.toThrow('in use by process');
  await release();
});

const isRoot = process.getuid?.() === 0;
// An ordinary user gets a PID namespace within a user namespace, where the system allows those.
const OTHER_PIDS = ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user'])].concat(
  ...['--pid', '--fork', '--mount-proc'],
);

// As with two containers on one volume, which don't share process ids.
test.runIf(process.platform === 'linux' && canRun(OTHER_PIDS))(
  'a process in another PID namespace cannot claim the folder and gets its owner’s name',
  async () => {
    const release = await claimFolder(folder);
    expect(await claimInChild(OTHER_PIDS)).toContain(`in use by process ${process.pid}`);
    await release();
  },
);

// As with two users of a machine.
test.runIf(process.platform !== 'win32')(
  'a process whose socket cannot be accessed counts as alive',
  async () => {
    const release = await claimFolder(folder);
    if (isRoot) {
      await chmod(folder, 0o777);
      expect(await claimInChild([], DROP_ROOT)).toContain('in use by another process');
    } else {
      const socket = join(folder, 'server.sock');
      await chmod(socket, 0);
      await expect(claimFolder(folder)).rejects.toThrow('in use by another process');
      await chmod(socket, 0o700);
    }
    await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await release();
  },
);

/** Runs after loading, because only root may be able to read the sources. */
const DROP_ROOT = 'process.setgroups([]); process.setgid(65534); process.setuid(65534);';

/** Returns the outcome of a claim in a separate process. */
async function claimInChild(prefix: string[], setup = ''): Promise<string> {
  const module = new URL('./claim-folder.ts', import.meta.url).href;
  const script = `const { claimFolder } = await import(${JSON.stringify(module)});
    ${setup}
    const outcome = await claimFolder(${JSON.stringify(folder)}).then(() => 'claimed', (error) => error.message);
    console.log(outcome);
    process.exit();`;
  const [program = '', ...args] = [...prefix, process.execPath, '--import', 'tsx'];
  const child = spawn(program, [...args, '--input-type=module', '--eval', script]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return output;
}

function canRun([program = '', ...args]: string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

/** Leaves the socket that a killed process leaves. */
async function leaveDeadSocket(): Promise<void> {
  const path = join(folder, 'server.sock');
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['--eval', script]), 'exit');
  expect((await stat(path)).isSocket()).toBe(true);
}

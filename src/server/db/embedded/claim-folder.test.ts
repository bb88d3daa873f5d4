import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import promises, { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  await expect(claimFolder(folder)).rejects.toThrow('set DATABASE_URL and REDIS_URL');
  await release();
  await (await claimFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test('exactly one of many concurrent claims succeeds', async () => {
  await leaveDeadSocket();
  const claims = await claimConcurrently(20);
  expect(claims).toHaveLength(1);
  await claims[0]?.();
});

test('concurrent claims never share the folder, however long each step takes', async () => {
  const { readdir: originalReaddir } = promises;
  const delays = [0, 9, 2, 14, 5, 0, 11, 3, 7, 1, 13];
  let calls = 0;
  const delayed = vi.spyOn(promises, 'readdir').mockImplementation((async (path: string) => {
    calls += 1;
    await sleep(delays[calls % delays.length]);
    const names = await originalReaddir(path);
    await sleep(delays[(calls * 7) % delays.length]);
    return names;
  }) as typeof originalReaddir);
  syncBuiltinESMExports();
  try {
    for (let round = 0; round < 10; round += 1) {
      await leaveDeadSocket();
      const claims = await claimConcurrently(5);
      expect(claims).toHaveLength(1);
      await claims[0]?.();
    }
  } finally {
    delayed.mockRestore();
    syncBuiltinESMExports();
  }
});

test.each(['server-0123abcd.sock', 'server.sock'])(
  'claims a folder with a dead %s',
  async (name) => {
    await leaveDeadSocket(name);
    await (await claimFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
  },
);

test('respects the claim of an earlier version, which listens on server.sock', async () => {
  const server = createServer((socket) => socket.end('process 12'));
  await once(server.listen(join(folder, 'server.sock')), 'listening');
  await expect(claimFolder(folder)).rejects.toThrow('in use by process 12');
  server.close();
});

test('a claim fails if its own socket disappears, because others could not see it', async () => {
  const { readdir: originalReaddir } = promises;
  const removal = vi.spyOn(promises, 'readdir').mockImplementationOnce((async (path: string) => {
    for (const name of await originalReaddir(path)) await rm(join(path, name));
    return originalReaddir(path);
  }) as typeof originalReaddir);
  syncBuiltinESMExports();
  await expect(claimFolder(folder)).rejects.toThrow('in use by another process');
  removal.mockRestore();
  syncBuiltinESMExports();
});

test('a release removes only its own claim', async () => {
  const releaseFirst = await claimFolder(folder);
  await rm(await findSocket());
  const release = await claimFolder(folder);
  await releaseFirst();
  await expect(claimFolder(folder)).rejects.toThrow('in use by process');
  await release();
});

test('claims a folder whose path is too long for a socket', async () => {
  const longPath = join(folder, 'a-long-name-'.repeat(9));
  await mkdir(longPath);
  const release = await claimFolder(longPath);
  await expect(claimFolder(longPath)).rejects.toThrow('in use by process');
  await release();
});

const isRoot = process.getuid?.() === 0;
// Without root, a PID namespace requires a user namespace, which some systems forbid.
const OTHER_PIDS = ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user'])].concat(
  ...['--pid', '--fork', '--mount-proc'],
);

test.runIf(process.platform === 'linux' && canRun(OTHER_PIDS))(
  'a process in another PID namespace cannot claim the folder and gets its owner’s name',
  async () => {
    const release = await claimFolder(folder);
    expect(await claimInChild(OTHER_PIDS)).toContain(`in use by process ${process.pid}`);
    await release();
  },
);

test.runIf(process.platform !== 'win32')(
  'a process whose socket cannot be accessed counts as alive',
  async () => {
    const release = await claimFolder(folder);
    if (isRoot) {
      await chmod(folder, 0o777);
      expect(await claimInChild([], DROP_ROOT)).toContain('in use by another process');
    } else {
      const socket = await findSocket();
      await chmod(socket, 0);
      await expect(claimFolder(folder)).rejects.toThrow('in use by another process');
      await chmod(socket, 0o700);
    }
    await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await release();
  },
);

/** Runs after the module is loaded, because only root may be able to read the sources. */
const DROP_ROOT = 'process.setgroups([]); process.setgid(65534); process.setuid(65534);';

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

async function claimConcurrently(count: number) {
  const claims = await Promise.allSettled(Array.from({ length: count }, () => claimFolder(folder)));
  return claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []));
}

async function findSocket(): Promise<string> {
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

async function leaveDeadSocket(name = 'server-0123abcd.sock'): Promise<void> {
  const path = join(folder, name);
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['--eval', script]), 'exit');
  expect((await stat(path)).isSocket()).toBe(true);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import promises, { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { claimFolder } from './claim-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-claim-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a second claim names the process that has the folder, until that gives it back', async () => {
  const release = await claimFolder(folder);
  await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
  // What whoever wants two servers has to do.
  await expect(claimFolder(folder)).rejects.toThrow('set DATABASE_URL and REDIS_URL');
  await release();
  await (await claimFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test('of many who claim at once, exactly one gets the folder', async () => {
  await leaveDeadSocket();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => claimFolder(folder)));
  const won = tries.filter((one) => one.status === 'fulfilled');
  expect(won).toHaveLength(1);
  await won[0]?.value();
});

test('a socket that nobody answers on is no obstacle', async () => {
  await leaveDeadSocket();
  await (await claimFolder(folder))();
});

test('who finds a dead socket leaves the folder to another that claimed it in the last moment', async () => {
  await leaveDeadSocket();
  let release: (() => Promise<void>) | undefined;
  const { rename } = promises;
  // What was found dead is about to be moved away.
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

test('what gives a folder back gives back only its own claim of it', async () => {
  const releaseFirst = await claimFolder(folder);
  // Somebody tidied up too eagerly.
  await rm(join(folder, 'server.sock'));
  const release = await claimFolder(folder);
  await releaseFirst();
  await expect(claimFolder(folder)).rejects.toThrow('in use by process');
  await release();
});

test('a folder whose path is too long for a socket is claimed all the same', async () => {
  const deep = join(folder, 'a-long-name-'.repeat(9));
  await mkdir(deep);
  const release = await claimFolder(deep);
  await expect(claimFolder(deep)).rejects.toThrow('in use by process');
  await release();
});

// As between two containers on one volume, where no process id of the one means anything to the
// other, or between two users of a machine.
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('elsewhere', () => {
  test('in another PID namespace, the folder of a living process is refused, with its name', async () => {
    const release = await claimFolder(folder);
    const said = await claimElsewhere(['unshare', '--pid', '--fork', '--mount-proc']);
    expect(said).toContain(`in use by process ${process.pid}`);
    await release();
  });

  test('a living process whose socket may not be asked is alive', async () => {
    const release = await claimFolder(folder);
    await chmod(folder, 0o777);
    const said = await claimElsewhere(['setpriv', '--reuid=65534', '--clear-groups']);
    expect(said).toContain('in use by another process');
    await expect(claimFolder(folder)).rejects.toThrow('in use by process');
    await release();
  });
});

async function claimElsewhere(prefix: string[]): Promise<string> {
  const module = new URL('./claim-folder.ts', import.meta.url).href;
  const script = `(await import(${JSON.stringify(module)})).claimFolder(${JSON.stringify(folder)})
    .then(() => 'had it', (error) => error.message).then((said) => { console.log(said); process.exit(); });`;
  const [program = '', ...args] = [...prefix, process.execPath, '--import', 'tsx'];
  const child = spawn(program, [...args, '--input-type=module', '--eval', script]);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  await once(child, 'close');
  return said;
}

/** As a process that was killed leaves it. */
async function leaveDeadSocket(): Promise<void> {
  const path = join(folder, 'server.sock');
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['--eval', script]), 'exit');
  expect((await stat(path)).isSocket()).toBe(true);
}

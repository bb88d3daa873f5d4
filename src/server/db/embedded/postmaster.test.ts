import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findScratchFolder } from '../../../../tests/support/scratch-folder.ts';
import { endPostmaster, type PostmasterPlan, startPostmaster } from './postmaster.ts';
import { prepareCluster } from './prepare-cluster.ts';

let otherDir: string;
let otherPlan: PostmasterPlan;
let dataDir: string;
let plan: PostmasterPlan;

beforeAll(async () => {
  otherDir = await createFolder();
  otherPlan = await createPlan(otherDir);
});
afterAll(() => rm(otherDir, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await createFolder();
  await cp(otherDir, dataDir, { recursive: true });
  plan = await createPlan(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a start replaces an orphaned postmaster', async () => {
  const orphan = await startPostmaster(plan);
  await expectStart();
  expect(orphan.exitCode).toBe(0);
});

test.runIf(process.platform === 'linux')(
  'a start ignores the locks of a killed postmaster whose process id another program has reused',
  async () => {
    // A sibling process, because PostgreSQL ignores its own parents.
    const otherProcess = spawn('sleep', ['60']);
    await writeLocks(otherProcess);
    await expectStart();
    expect(otherProcess.exitCode).toBeNull();
    otherProcess.kill();
  },
);

test.runIf(process.platform === 'linux')(
  'a start ignores the locks of a killed postmaster whose process id another cluster has reused',
  async () => {
    const otherProcess = await startPostmaster(otherPlan);
    await writeLocks(otherProcess);
    await expectStart();
    expect(otherProcess.exitCode).toBeNull();
    await endPostmaster(otherProcess);
  },
);

test.runIf(process.platform === 'linux')(
  'a start waits for the end of a postmaster that has closed its socket',
  async () => {
    const ending = spawn('sleep', ['1'], { cwd: plan.dataFolder });
    await writeLocks(ending);
    await expectStart();
    expect(ending.exitCode).toBe(0);
  },
);

const createFolder = () => mkdtemp(join(findScratchFolder(), 'called-it-cluster-'));

async function createPlan(folder: string): Promise<PostmasterPlan> {
  const options = { dataDir: folder, settings: { fsync: 'off' }, log: () => undefined };
  return (await prepareCluster(folder, options)).plan;
}

async function writeLocks({ pid }: ChildProcess) {
  for (const file of ['data/postmaster.pid', '.s.PGSQL.5432.lock'])
    await writeFile(join(dataDir, 'postgresql', file), `${pid}\n${dataDir}\n1\n5432\n\n\n`);
}

async function expectStart() {
  await endPostmaster(await startPostmaster(plan));
}

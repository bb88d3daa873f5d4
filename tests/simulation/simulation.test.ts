import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formatCommand, MAX_STEPS, simulate } from './simulate.ts';
import { openTemporaryWorld } from './temporary-world.ts';
import type { World } from './world.ts';

let world: World;

beforeAll(async () => {
  const { url } = inject('databaseTemplates');
  world = await openTemporaryWorld({ url, close: async () => undefined });
});

afterAll(() => world.close());

/** Together, they detect all deliberately removed rules (docs/simulation.md). */
const KNOWN_SEEDS = [8000, 8002, 8004, 8005, 8008];

/** For example, `SIMULATION_SEEDS=12,13,14`. */
const NEW_SEEDS = (process.env.SIMULATION_SEEDS ?? '').split(',').filter(Boolean).map(Number);

test.each([...KNOWN_SEEDS, ...NEW_SEEDS])(
  'the server and the model agree on seed %i',
  async (seed) => {
    const { failure } = await simulate(world, seed, MAX_STEPS);
    expect(failure, formatCommand(seed, MAX_STEPS)).toBeUndefined();
  },
);

test('the command distributes seeds among processes', async () => {
  const command = 'tests/simulation/run.ts --seed 7000 --seeds 3 --steps 2 --workers 2'.split(' ');
  const env = { ...process.env, TEST_DATABASE_URL: inject('databaseTemplates').url };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...command], {
    env,
  });
  expect(stdout).toMatch(/^3 seeds from 7000: \d+ steps in \d+ s, \d+ a second, 0 failed\.$/m);
});

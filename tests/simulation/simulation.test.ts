import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf, MOST_STEPS, simulate } from './simulate.ts';
import { openThrowAwayWorld } from './throw-away-world.ts';
import type { World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await openThrowAwayWorld();
});

afterAll(() => world.close());

/** Every run tells these, each of which has noticed rules that were broken on purpose, and some new ones. */
const KNOWN = [7000, 7005, 7011, 7017, 7031, 7041];
const NEW = 4;

it.each([
  ...KNOWN,
  ...Array.from({ length: NEW }, () => Math.floor(Math.random() * 1_000_000_000)),
])('the product and the model of its rules tell seed %i alike', async (seed) => {
  const { failure } = await simulate(world, seed, MOST_STEPS);
  expect(failure, commandOf(seed, MOST_STEPS)).toBeUndefined();
});

it('the command shares its seeds over processes', async () => {
  const command = 'tests/simulation/run.ts --seed 7000 --seeds 3 --steps 2 --workers 2'.split(' ');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...command]);
  expect(stdout).toMatch(/^3 seeds from 7000: \d+ steps in \d+ s, \d+ a second, 0 failed\.$/m);
});

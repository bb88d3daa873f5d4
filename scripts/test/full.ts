import { randomInt } from 'node:crypto';
import { inFreshClone } from './fresh-clone.ts';
import { printStep, runSteps, vitest } from './run-steps.ts';
import { wholeSuite } from './steps.ts';
import { ensureSystemPackages } from './system-packages.ts';

// npm run test:full: runs everything at full length and with new seeds, on both databases, in a
// fresh clone.

const STORIES = 30;

const seeds = {
  PROPERTY_SEED: `${randomInt(2 ** 31)}`,
  SIMULATION_SEEDS: Array.from({ length: STORIES }, () => randomInt(2 ** 31)).join(),
};
// The seeds are needed to repeat a failure.
for (const [name, value] of Object.entries(seeds)) console.log(`${name}=${value}`);

const onEmbedded = { env: { ...seeds, TEST_DATABASE: 'embedded' } };
const faults = ['--max-semi-space-size=64', '--import', 'tsx', 'tests/faults/run.ts'];

await ensureSystemPackages();
await runSteps([
  ...wholeSuite({ ...seeds, AXE_SCREENS: 'all' }),
  [vitest('server on the embedded PostgreSQL', ['--project=server*'], onEmbedded)],
  [printStep('faults at full length', process.execPath, ...faults)],
  ...inFreshClone().map((step) => [step]),
]);

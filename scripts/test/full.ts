import { randomInt } from 'node:crypto';
import { createFreshCloneSteps } from './fresh-clone.ts';
import { createVitestStep, printStep, runSteps } from './run-steps.ts';
import { listAllSteps } from './steps.ts';
import { ensureSystemPackages } from './system-packages.ts';

// npm run test:full: runs everything at full length and with new seeds, on both databases, in a
// fresh clone.

const STORY_COUNT = 30;

const seeds = {
  PROPERTY_SEED: `${randomInt(2 ** 31)}`,
  SIMULATION_SEEDS: Array.from({ length: STORY_COUNT }, () => randomInt(2 ** 31)).join(),
};
// The seeds are needed to repeat a failure.
for (const [name, value] of Object.entries(seeds)) console.log(`${name}=${value}`);

const onEmbedded = { env: { PROPERTY_SEED: seeds.PROPERTY_SEED, TEST_DATABASE: 'embedded' } };
const faults = ['--max-semi-space-size=64', '--import', 'tsx', 'tests/faults/run.ts'];

await ensureSystemPackages();
await runSteps([
  ...listAllSteps({ ...seeds, AXE_SCREENS: 'all' }),
  [createVitestStep('server on the embedded PostgreSQL', ['--project=server*'], onEmbedded)],
  [createVitestStep('releases', ['--project=releases'])],
  [printStep('faults at full length', process.execPath, ...faults)],
  ...createFreshCloneSteps().map((step) => [step]),
]);

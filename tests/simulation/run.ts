import { parseArgs } from 'node:util';
import { commandOf, MOST_STEPS, simulate } from './simulate.ts';
import { openThrowAwayWorld } from './throw-away-world.ts';

const USAGE = `Usage: npm run simulate -- [--seeds N] [--seed S] [--steps K]

Tells N stories of a tour to the product and to a model of its rules (docs/simulation.md).
--seed S  begins with that one: alone, where no N is given
--steps K at most so many steps in a story (${MOST_STEPS})`;

/** After so many, the cause is more likely one than many. */
const MOST_FAILURES = 3;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      steps: { type: 'string', default: `${MOST_STEPS}` },
    },
  });
  const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
  const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
  const most = Number(values.steps);
  if (![first, count, most].every((number) => Number.isSafeInteger(number) && number >= 0)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const world = await openThrowAwayWorld();
  const startedAt = performance.now();
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  const tally = { seeds: 0, steps: 0, failed: 0 };
  for (let seed = first; seed < first + count && !isOver(); seed += 1) {
    const { steps, failure } = await simulate(world, seed, most);
    tally.seeds += 1;
    tally.steps += steps;
    if (tally.seeds % 100 === 0) report(tally);
    if (!failure) continue;
    tally.failed += 1;
    console.log(`\nSeed ${seed}:\n${failure}\n\nAgain: ${commandOf(seed, most)}\n`);
  }
  report(tally);
  await world.close();
  process.exitCode = tally.failed > 0 ? 1 : 0;

  /** Ctrl+C ends it after the story that is being told: the database is not left behind. */
  function isOver(): boolean {
    return isInterrupted || tally.failed >= MOST_FAILURES;
  }

  function report({ seeds, steps, failed }: typeof tally) {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${seeds} seeds from ${first}: ${steps} steps in ${seconds} s, ${failed} failed.`);
  }
}

await main();

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formatCommand, MAX_STEPS, type Outcome } from './simulate.ts';
import type { SimulationTask } from './worker.ts';

const USAGE = `Usage: npm run simulate -- [--seeds N] [--seed S] [--steps K] [--workers W]

Runs N random stories of a tour against the product and a model of its rules (docs/simulation.md).
--seed S    the first seed; runs only this one without --seeds
--steps K   at most K steps per story (${MAX_STEPS})
--workers W the number of processes, each with its own database (1)`;

const MAX_FAILURES = 3;

const REPORT_MS = 60_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      steps: { type: 'string', default: `${MAX_STEPS}` },
      workers: { type: 'string', default: '1' },
    },
  });
  const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
  const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
  const [maxSteps, workers] = [Number(values.steps), Number(values.workers)];
  const numbers = [firstSeed, count, maxSteps, workers - 1];
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const startedAt = performance.now();
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  const tally = { seeds: 0, steps: 0, failed: 0 };
  let nextSeed = firstSeed;
  const reportTimer = setInterval(report, REPORT_MS);
  try {
    await Promise.all(Array.from({ length: Math.min(workers, count) }, runNextSeeds));
  } finally {
    clearInterval(reportTimer);
    report();
  }
  const remainingCount = firstSeed + count - nextSeed;
  if (remainingCount > 0)
    console.log(`Remaining: npm run simulate -- --seed ${nextSeed} --seeds ${remainingCount}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;

  async function runNextSeeds(): Promise<void> {
    const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
    try {
      while (nextSeed < firstSeed + count && !shouldStop()) {
        const seed = nextSeed;
        nextSeed += 1;
        recordOutcome(seed, await runSeedInProcess(worker, { seed, maxSteps }));
      }
    } finally {
      if (worker.connected) worker.disconnect();
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
    }
  }

  function recordOutcome(seed: number, { steps, failure }: Outcome): void {
    tally.seeds += 1;
    tally.steps += steps;
    if (!failure) return;
    tally.failed += 1;
    console.log(`\nSeed ${seed}:\n${failure}\n\nRepeat: ${formatCommand(seed, maxSteps)}\n`);
  }

  /** Ctrl+C stops after the running seeds, so that no database is left behind. */
  function shouldStop(): boolean {
    return isInterrupted || tally.failed >= MAX_FAILURES;
  }

  function report(): void {
    const { seeds, steps, failed } = tally;
    const seconds = (performance.now() - startedAt) / 1000;
    const speed = `${Math.round(seconds)} s, ${Math.round(steps / seconds)} a second`;
    console.log(`${seeds} seeds from ${firstSeed}: ${steps} steps in ${speed}, ${failed} failed.`);
  }
}

/** Rejects if the process exits before it returns the outcome. */
function runSeedInProcess(worker: ChildProcess, task: SimulationTask): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`A process exited during seed ${task.seed}.`));
    worker.once('exit', onExit);
    worker.once('message', (outcome) => {
      worker.off('exit', onExit);
      resolve(outcome as Outcome);
    });
    worker.send(task);
  });
}

await main();

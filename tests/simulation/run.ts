import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { SimulationTask } from './narrator.ts';
import { commandOf, MAX_STEPS, type Outcome } from './simulate.ts';

const USAGE = `Usage: npm run simulate -- [--seeds N] [--seed S] [--steps K] [--workers W]

Tells N stories of a tour to the product and to a model of its rules (docs/simulation.md).
--seed S    begins with that one: alone, where no N is given
--steps K   at most so many steps in a story (${MAX_STEPS})
--workers W so many processes, each with a database of its own (1)`;

/** After so many, the cause is more likely one than many. */
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
  const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
  const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
  const [maxSteps, workers] = [Number(values.steps), Number(values.workers)];
  const numbers = [first, count, maxSteps, workers - 1];
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
  let next = first;
  const reporting = setInterval(report, REPORT_MS);
  try {
    await Promise.all(Array.from({ length: Math.min(workers, count) }, runNextSeeds));
  } finally {
    clearInterval(reporting);
    report();
  }
  const left = first + count - next;
  if (left > 0) console.log(`The others: npm run simulate -- --seed ${next} --seeds ${left}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;

  /** One process tells whichever seed is the next, until there is none. */
  async function runNextSeeds(): Promise<void> {
    const worker = fork(fileURLToPath(new URL('./narrator.ts', import.meta.url)));
    try {
      while (next < first + count && !isOver()) {
        const seed = next;
        next += 1;
        note(seed, await runSeedIn(worker, { seed, maxSteps }));
      }
    } finally {
      if (worker.connected) worker.disconnect();
      if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
    }
  }

  function note(seed: number, { steps, failure }: Outcome): void {
    tally.seeds += 1;
    tally.steps += steps;
    if (!failure) return;
    tally.failed += 1;
    console.log(`\nSeed ${seed}:\n${failure}\n\nAgain: ${commandOf(seed, maxSteps)}\n`);
  }

  /** Ctrl+C ends it after the stories that are being told: no database is left behind. */
  function isOver(): boolean {
    return isInterrupted || tally.failed >= MAX_FAILURES;
  }

  function report(): void {
    const { seeds, steps, failed } = tally;
    const seconds = (performance.now() - startedAt) / 1000;
    const each = `${Math.round(seconds)} s, ${Math.round(steps / seconds)} a second`;
    console.log(`${seeds} seeds from ${first}: ${steps} steps in ${each}, ${failed} failed.`);
  }
}

/** Rejects where the process ends before it has told its story. */
function runSeedIn(worker: ChildProcess, task: SimulationTask): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`A process ended in the middle of seed ${task.seed}.`));
    worker.once('exit', onExit);
    worker.once('message', (outcome) => {
      worker.off('exit', onExit);
      resolve(outcome as Outcome);
    });
    worker.send(task);
  });
}

await main();

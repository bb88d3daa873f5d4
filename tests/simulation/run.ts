import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Order } from './narrator.ts';
import { commandOf, MOST_STEPS, type Outcome } from './simulate.ts';

const USAGE = `Usage: npm run simulate -- [--seeds N] [--seed S] [--steps K] [--workers W]

Tells N stories of a tour to the product and to a model of its rules (docs/simulation.md).
--seed S    begins with that one: alone, where no N is given
--steps K   at most so many steps in a story (${MOST_STEPS})
--workers W so many processes, each with a database of its own (1)`;

/** After so many, the cause is more likely one than many. */
const MOST_FAILURES = 3;

const REPORT_MS = 60_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      steps: { type: 'string', default: `${MOST_STEPS}` },
      workers: { type: 'string', default: '1' },
    },
  });
  const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
  const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
  const [most, workers] = [Number(values.steps), Number(values.workers)];
  const numbers = [first, count, most, workers - 1];
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
    await Promise.all(Array.from({ length: Math.min(workers, count) }, tellSome));
  } finally {
    clearInterval(reporting);
    report();
  }
  const left = first + count - next;
  if (left > 0) console.log(`The others: npm run simulate -- --seed ${next} --seeds ${left}`);
  process.exitCode = tally.failed > 0 ? 1 : 0;

  /** One process tells whichever seed is the next, until there is none. */
  async function tellSome(): Promise<void> {
    const teller = fork(fileURLToPath(new URL('./narrator.ts', import.meta.url)));
    try {
      while (next < first + count && !isOver()) {
        const seed = next;
        next += 1;
        note(seed, await tell(teller, { seed, most }));
      }
    } finally {
      if (teller.connected) teller.disconnect();
      if (teller.exitCode === null && teller.signalCode === null) await once(teller, 'exit');
    }
  }

  function note(seed: number, { steps, failure }: Outcome): void {
    tally.seeds += 1;
    tally.steps += steps;
    if (!failure) return;
    tally.failed += 1;
    console.log(`\nSeed ${seed}:\n${failure}\n\nAgain: ${commandOf(seed, most)}\n`);
  }

  /** Ctrl+C ends it after the stories that are being told: no database is left behind. */
  function isOver(): boolean {
    return isInterrupted || tally.failed >= MOST_FAILURES;
  }

  function report(): void {
    const { seeds, steps, failed } = tally;
    const seconds = (performance.now() - startedAt) / 1000;
    const each = `${Math.round(seconds)} s, ${Math.round(steps / seconds)} a second`;
    console.log(`${seeds} seeds from ${first}: ${steps} steps in ${each}, ${failed} failed.`);
  }
}

/** Rejects where the process ends before it has told its story. */
function tell(teller: ChildProcess, order: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`A process ended in the middle of seed ${order.seed}.`));
    teller.once('exit', onExit);
    teller.once('message', (outcome) => {
      teller.off('exit', onExit);
      resolve(outcome as Outcome);
    });
    teller.send(order);
  });
}

await main();

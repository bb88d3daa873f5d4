import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { compareViews, DifferenceError } from './compare.ts';
import { steps } from './steps.ts';
import { beginStory, type Story } from './story.ts';
import type { World } from './world.ts';

/** The default number of steps in a story. */
export const MAX_STEPS = 60;

/** How long to shrink a failing story. */
const MAX_SHRINK_MS = 60_000;

/** The command that repeats a seed. */
export function formatCommand(seed: number, maxSteps: number): string {
  return `npm run simulate -- --seed ${seed} --steps ${maxSteps}`;
}

/** How a seed ended. */
export interface Outcome {
  steps: number;
  /** The log of the shortest failing story; undefined if product and model agree. */
  failure?: string;
}

/**
 * Simulates a seed with at most `maxSteps` steps. If it fails, looks for the shortest failing
 * story.
 */
export async function simulate(world: World, seed: number, maxSteps: number): Promise<Outcome> {
  for (;;) {
    const { wasPaused, end } = watchForPauses();
    const outcome = await runSeed(world, seed, maxSteps, wasPaused).finally(end);
    if (!outcome.failure || !wasPaused()) return outcome;
    await sleep(PAUSE_MS);
  }
}

/** A process that did nothing for this long was suspended or had no processor. */
const PAUSE_MS = 2_000;

/**
 * After a pause, all timeouts of a process expire at once. A failure then says nothing about the
 * product, so the seed runs again.
 */
function watchForPauses() {
  let lastTick = performance.now();
  let isPaused = false;
  const wasPaused = () => {
    isPaused ||= performance.now() - lastTick > PAUSE_MS;
    return isPaused;
  };
  const timer = setInterval(() => {
    wasPaused();
    lastTick = performance.now();
  }, PAUSE_MS / 10);
  return { wasPaused, end: () => clearInterval(timer) };
}

async function runSeed(
  world: World,
  seed: number,
  maxSteps: number,
  wasPaused: () => boolean,
): Promise<Outcome> {
  let stepCount = 0;
  let last: Story | undefined;
  let failedAt: number | undefined;

  async function runStory(story: Steps): Promise<void> {
    const setup = async () => {
      last = await beginStory(world, seed);
      return { model: last, real: world };
    };
    await fc.asyncModelRun(setup, story);
    if (!last) return;
    stepCount += last.log.length;
    await compareViews(last, world, { others: Number.POSITIVE_INFINITY });
    const [broken] = await world.brokenInvariants();
    if (broken) throw new DifferenceError(`an invariant is broken: ${broken}`);
  }

  const property = fc.asyncProperty(steps(maxSteps), async (story) => {
    // The time to shrink is over. Stories that don't run any more count as passing.
    if (failedAt !== undefined && performance.now() > failedAt + MAX_SHRINK_MS) return;
    await runStory(story).catch((error: unknown) => {
      failedAt ??= wasPaused() ? Number.NEGATIVE_INFINITY : performance.now();
      throw error;
    });
  });
  const result = await fc.check(property, { seed, numRuns: 1, unbiased: true });
  const [shortest] = result.counterexample ?? [];
  if (!shortest) return { steps: stepCount };
  const reason = result.errorInstance;
  const error =
    reason instanceof DifferenceError
      ? reason.message
      : reason instanceof Error
        ? reason.stack
        : `${reason}`;
  // The last story that ran need not be the failing one.
  await runStory(shortest).catch(() => undefined);
  return { steps: stepCount, failure: `${last?.log.join('\n')}\n\n${error}` };
}

type Steps = Iterable<fc.AsyncCommand<Story, World>>;

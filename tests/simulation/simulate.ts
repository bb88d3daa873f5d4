import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { compareViews, DifferenceError } from './compare.ts';
import { arbitrarySteps } from './steps.ts';
import { type Story, startStory } from './story.ts';
import type { World } from './world.ts';

export const MAX_STEPS = 60;

const MAX_SHRINK_MS = 60_000;

export function formatCommand(seed: number, maxSteps: number): string {
  return `npm run simulate -- --seed ${seed} --steps ${maxSteps}`;
}

export interface Outcome {
  steps: number;
  /** The log of the shortest failing story. Undefined if server and model agree. */
  failure?: string;
}

export async function simulate(world: World, seed: number, maxSteps: number): Promise<Outcome> {
  for (;;) {
    const { wasPaused, stop } = watchForPauses();
    const outcome = await runSeed(world, seed, maxSteps, wasPaused).finally(stop);
    if (!outcome.failure || !wasPaused()) return outcome;
    await sleep(PAUSE_MS);
  }
}

/** A process that did nothing for this long was suspended or got no CPU time. */
const PAUSE_MS = 2_000;

/**
 * All timeouts expire at once after a pause. That isn't the server's mistake, so the seed runs
 * again.
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
  return { wasPaused, stop: () => clearInterval(timer) };
}

async function runSeed(
  world: World,
  seed: number,
  maxSteps: number,
  wasPaused: () => boolean,
): Promise<Outcome> {
  let stepCount = 0;
  let lastStory: Story | undefined;
  let failedAt: number | undefined;

  async function runStory(story: Steps): Promise<void> {
    const setup = async () => {
      lastStory = await startStory(world, seed);
      return { model: lastStory, real: world };
    };
    await fc.asyncModelRun(setup, story);
    if (!lastStory) return;
    stepCount += lastStory.log.length;
    await compareViews(lastStory, world, { others: Number.POSITIVE_INFINITY });
    const [brokenInvariant] = await world.listBrokenInvariants();
    if (brokenInvariant) throw new DifferenceError(`an invariant is broken: ${brokenInvariant}`);
  }

  const property = fc.asyncProperty(arbitrarySteps(maxSteps), async (story) => {
    // Once the time to shrink is over, the remaining stories pass without running.
    if (failedAt !== undefined && performance.now() > failedAt + MAX_SHRINK_MS) return;
    await runStory(story).catch((error: unknown) => {
      failedAt ??= wasPaused() ? Number.NEGATIVE_INFINITY : performance.now();
      throw error;
    });
  });
  const result = await fc.check(property, { seed, numRuns: 1, unbiased: true });
  const [shortestStory] = result.counterexample ?? [];
  if (!shortestStory) return { steps: stepCount };
  const failure = result.errorInstance;
  const message =
    failure instanceof DifferenceError
      ? failure.message
      : failure instanceof Error
        ? failure.stack
        : `${failure}`;
  // The last story that ran may not be the failing one.
  await runStory(shortestStory).catch(() => undefined);
  return { steps: stepCount, failure: `${lastStory?.log.join('\n')}\n\n${message}` };
}

type Steps = Iterable<fc.AsyncCommand<Story, World>>;

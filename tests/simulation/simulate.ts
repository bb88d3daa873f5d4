import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { compareViews, Difference } from './compare.ts';
import { steps } from './steps.ts';
import { beginStory, type Story } from './story.ts';
import type { World } from './world.ts';

/** In a story, where nothing else is said. */
export const MAX_STEPS = 60;

/** So long a failing story is shortened at most. */
const MAX_SHRINK_MS = 60_000;

/** What tells a seed again. */
export function commandOf(seed: number, maxSteps: number): string {
  return `npm run simulate -- --seed ${seed} --steps ${maxSteps}`;
}

/** How a seed ended. */
export interface Outcome {
  steps: number;
  /** The shortest story found in which product and model differ, told; undefined where they agree. */
  failure?: string;
}

/** Tells the story of a seed, of at most so many steps; where it fails, looks for the shortest that does. */
export async function simulate(world: World, seed: number, maxSteps: number): Promise<Outcome> {
  for (;;) {
    const { wasPaused, end } = watchForPauses();
    const outcome = await runSeed(world, seed, maxSteps, wasPaused).finally(end);
    if (!outcome.failure || !wasPaused()) return outcome;
    await sleep(PAUSE_MS);
  }
}

/** Who does nothing for so long was stopped, or had no processor. */
const PAUSE_MS = 2_000;

/**
 * A process that goes on after a stop finds all its patience over at once: nobody has answered in time.
 * What fails then says nothing of the product, and is told anew.
 */
function watchForPauses() {
  let seen = performance.now();
  let isStopped = false;
  const wasPaused = () => {
    isStopped ||= performance.now() - seen > PAUSE_MS;
    return isStopped;
  };
  const timer = setInterval(() => {
    wasPaused();
    seen = performance.now();
  }, PAUSE_MS / 10);
  return { wasPaused, end: () => clearInterval(timer) };
}

async function runSeed(
  world: World,
  seed: number,
  maxSteps: number,
  wasPaused: () => boolean,
): Promise<Outcome> {
  let taken = 0;
  let last: Story | undefined;
  let failedAt: number | undefined;

  async function runStory(story: Steps): Promise<void> {
    const setup = async () => {
      last = await beginStory(world, seed);
      return { model: last, real: world };
    };
    await fc.asyncModelRun(setup, story);
    if (!last) return;
    taken += last.log.length;
    await compareViews(last, world, { others: Number.POSITIVE_INFINITY });
    const [broken] = await world.brokenInvariants();
    if (broken) throw new Difference(`an invariant is broken: ${broken}`);
  }

  const property = fc.asyncProperty(steps(maxSteps), async (story) => {
    // It has been shortened for long enough: what is not told any more is taken for no shorter one.
    if (failedAt !== undefined && performance.now() > failedAt + MAX_SHRINK_MS) return;
    await runStory(story).catch((error: unknown) => {
      failedAt ??= wasPaused() ? Number.NEGATIVE_INFINITY : performance.now();
      throw error;
    });
  });
  const result = await fc.check(property, { seed, numRuns: 1, unbiased: true });
  const [shortest] = result.counterexample ?? [];
  if (!shortest) return { steps: taken };
  const why = result.errorInstance;
  const error =
    why instanceof Difference ? why.message : why instanceof Error ? why.stack : `${why}`;
  // What was told last need not have failed.
  await runStory(shortest).catch(() => undefined);
  return { steps: taken, failure: `${last?.log.join('\n')}\n\n${error}` };
}

type Steps = Iterable<fc.AsyncCommand<Story, World>>;

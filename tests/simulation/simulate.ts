import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { compareViews, Difference } from './compare.ts';
import { steps } from './steps.ts';
import { beginStory, type Story } from './story.ts';
import type { World } from './world.ts';

/** In a story, where nothing else is said. */
export const MOST_STEPS = 60;

/** So long a failing story is shortened at most. */
const MOST_MS = 60_000;

/** What tells a seed again. */
export function commandOf(seed: number, most: number): string {
  return `npm run simulate -- --seed ${seed} --steps ${most}`;
}

/** How a seed ended. */
export interface Outcome {
  steps: number;
  /** The shortest story found in which product and model differ, told; undefined where they agree. */
  failure?: string;
}

/** Tells the story of a seed, of at most so many steps; where it fails, looks for the shortest that does. */
export async function simulate(world: World, seed: number, most: number): Promise<Outcome> {
  for (;;) {
    const { hasStoodStill, end } = watchOwnStops();
    const outcome = await tellSeed(world, seed, most, hasStoodStill).finally(end);
    if (!outcome.failure || !hasStoodStill()) return outcome;
    await sleep(STOP_MS);
  }
}

/** Who does nothing for so long was stopped, or had no processor. */
const STOP_MS = 2_000;

/**
 * A process that goes on after a stop finds all its patience over at once: nobody has answered in time.
 * What fails then says nothing of the product, and is told anew.
 */
function watchOwnStops() {
  let seen = performance.now();
  let isStopped = false;
  const hasStoodStill = () => {
    isStopped ||= performance.now() - seen > STOP_MS;
    return isStopped;
  };
  const timer = setInterval(() => {
    hasStoodStill();
    seen = performance.now();
  }, STOP_MS / 10);
  return { hasStoodStill, end: () => clearInterval(timer) };
}

async function tellSeed(
  world: World,
  seed: number,
  most: number,
  hasStoodStill: () => boolean,
): Promise<Outcome> {
  let taken = 0;
  let last: Story | undefined;
  let failedAt: number | undefined;

  async function tell(story: Steps): Promise<void> {
    const setup = async () => {
      last = await beginStory(world, seed);
      return { model: last, real: world };
    };
    await fc.asyncModelRun(setup, story);
    if (!last) return;
    taken += last.told.length;
    await compareViews(last, world, { others: Number.POSITIVE_INFINITY });
    const [broken] = await world.brokenInvariants();
    if (broken) throw new Difference(`an invariant is broken: ${broken}`);
  }

  const property = fc.asyncProperty(steps(most), async (story) => {
    // It has been shortened for long enough: what is not told any more is taken for no shorter one.
    if (failedAt !== undefined && performance.now() > failedAt + MOST_MS) return;
    await tell(story).catch((error: unknown) => {
      failedAt ??= hasStoodStill() ? Number.NEGATIVE_INFINITY : performance.now();
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
  await tell(shortest).catch(() => undefined);
  return { steps: taken, failure: `${last?.told.join('\n')}\n\n${error}` };
}

type Steps = Iterable<fc.AsyncCommand<Story, World>>;

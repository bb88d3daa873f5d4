import { compareViews, Difference } from './compare.ts';
import type { ChangeEvent } from './model/events.ts';
import type { Tour } from './model/tour.ts';
import { viewsOf } from './model/views.ts';
import { applyAnswer, type Exchange, type Story } from './story.ts';
import type { World } from './world.ts';

/** Continues the story with the order that the product agrees with. */
export async function matchOneOrder(
  story: Story,
  world: World,
  ways: readonly (readonly Exchange[])[],
  events: readonly ChangeEvent[] | undefined,
): Promise<void> {
  const { expected } = story;
  const gone = ways.map((way) => {
    const tour = structuredClone(story.tour);
    return { tour, wrong: firstWrong(tour, way), seen: JSON.stringify(viewsOf(tour)) };
  });
  const possible = gone.filter(({ wrong }) => wrong === undefined);
  if (possible.length === 0) throw new Difference(gone[0]?.wrong);
  // If the orders have different views, read all of them.
  const others = new Set(possible.map(({ seen }) => seen)).size > 1 ? Number.POSITIVE_INFINITY : 2;
  let difference: unknown;
  for (const { tour } of possible) {
    // Sign-ins made while comparing another order stay valid.
    for (const [index, person] of tour.people.entries())
      Object.assign(person, { session: story.tour.people[index]?.session });
    Object.assign(story, { tour, expected });
    try {
      return await compareViews(story, world, { events, others });
    } catch (error) {
      if (!(error instanceof Difference)) throw error;
      difference ??= error;
    }
  }
  throw difference;
}

/** The possible orders. Change ids determine the order of two setlist changes. */
export function ordersOf(answers: readonly Exchange[]): (readonly Exchange[])[] {
  const byNumber = answers.toSorted((a, b) => a.answer.changeId - b.answer.changeId);
  const areNumbered = answers.every(({ answer }) => answer.changeId > 0);
  return areNumbered ? [byNumber] : [answers, answers.toReversed()];
}

function firstWrong(tour: Tour, way: readonly Exchange[]): string | undefined {
  return way.map((answered) => applyAnswer(tour, answered)).find((wrong) => wrong !== undefined);
}

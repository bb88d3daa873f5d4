import { compareViews, DifferenceError } from './compare.ts';
import type { ChangeEvent } from './model/events.ts';
import type { Tour } from './model/tour.ts';
import { listViews } from './model/views.ts';
import { applyResponse, type Exchange, type Story } from './story.ts';
import type { World } from './world.ts';

export async function matchOneOrder(
  story: Story,
  world: World,
  orders: readonly (readonly Exchange[])[],
  events: readonly ChangeEvent[] | undefined,
): Promise<void> {
  const { expected } = story;
  const results = orders.map((order) => {
    const tour = structuredClone(story.tour);
    return { tour, fault: findFault(tour, order), views: JSON.stringify(listViews(tour)) };
  });
  const possibleResults = results.filter(({ fault }) => fault === undefined);
  if (possibleResults.length === 0) throw new DifferenceError(results[0]?.fault);
  // If the orders have different views, fetch all views.
  const unchangedCount =
    new Set(possibleResults.map(({ views }) => views)).size > 1 ? Number.POSITIVE_INFINITY : 2;
  let difference: unknown;
  for (const { tour } of possibleResults) {
    // Sign-ins made while comparing another order stay valid.
    for (const [index, person] of tour.people.entries())
      Object.assign(person, { session: story.tour.people[index]?.session });
    Object.assign(story, { tour, expected });
    try {
      return await compareViews(story, world, { events, others: unchangedCount });
    } catch (error) {
      if (!(error instanceof DifferenceError)) throw error;
      difference ??= error;
    }
  }
  throw difference;
}

/** Change IDs determine the order of two setlist changes. */
export function listOrders(responses: readonly Exchange[]): (readonly Exchange[])[] {
  const sortedById = responses.toSorted((a, b) => a.response.changeId - b.response.changeId);
  const haveChangeIds = responses.every(({ response }) => response.changeId > 0);
  return haveChangeIds ? [sortedById] : [responses, responses.toReversed()];
}

function findFault(tour: Tour, order: readonly Exchange[]): string | undefined {
  return order
    .map((exchange) => applyResponse(tour, exchange))
    .find((fault) => fault !== undefined);
}

import { isDeepStrictEqual } from 'node:util';
import { type ChangeEvent, isRefetched } from './model/events.ts';
import type { Call } from './model/requests.ts';
import { listViews, type View } from './model/views.ts';
import { recordServerIds, type Story, signInAgain } from './story.ts';
import type { ApiResponse, World } from './world.ts';

export class DifferenceError extends Error {}

/**
 * Compares the views that changed or change within `soonMs`, and `others` unchanged ones. @throws
 * DifferenceError if a response differs from the model's
 */
export async function compareViews(
  story: Story,
  world: World,
  { others = 2, soonMs = 0, events }: CompareOptions = {},
): Promise<void> {
  const views = listViews(story.tour);
  const previous = story.expected;
  story.expected = new Map(views.map((view) => [buildViewKey(view), formatView(view)]));
  const isChanged = (view: View) => {
    const key = buildViewKey(view);
    return previous.get(key) !== story.expected.get(key);
  };
  const soonChanged = soonMs > 0 ? findSoonChanged(story, soonMs) : new Set<string>();
  const changedViews = views.filter(isChanged);
  const unchangedViews = views.filter((view) => !isChanged(view));
  const soonChangedViews = unchangedViews.filter((view) => soonChanged.has(buildViewKey(view)));
  if (events && previous.size > 0)
    for (const view of changedViews) requireEvent(story, view, previous, events);
  const offset = story.log.length * 31;
  const sample = unchangedViews.filter(
    (_, index) => (index + offset) % unchangedViews.length < others,
  );
  await compareAll(story, world, [...changedViews, ...soonChangedViews, ...sample]);
}

interface CompareOptions {
  others?: number;
  soonMs?: number;
  events?: readonly ChangeEvent[] | undefined;
}

/** Checks that these views don't change too early. */
function findSoonChanged({ tour, expected }: Story, soonMs: number): Set<string> {
  const views = listViews({ ...tour, now: tour.now + soonMs });
  const changedViews = views.filter(
    (view) => expected.get(buildViewKey(view)) !== formatView(view),
  );
  return new Set(changedViews.map(buildViewKey));
}

async function compareAll(story: Story, world: World, views: readonly View[]): Promise<void> {
  for (const view of views) await signInAgain(story, world, view.actor, toCall(view));
  for (let start = 0; start < views.length; start += MAX_CONCURRENT) {
    const requests = views.slice(start, start + MAX_CONCURRENT).map(async (view) => ({
      view,
      response: await world.call(view.actor, toCall(view)),
    }));
    for (const { view, response } of await Promise.all(requests))
      compareView(story, view, response);
  }
}

/** With more, requests wait too long for a database connection on a busy machine. */
const MAX_CONCURRENT = 40;

function toCall({ url }: View): Call {
  return { method: 'GET', url };
}

function requireEvent(
  { tour }: Story,
  view: View,
  previous: ReadonlyMap<string, string>,
  events: readonly ChangeEvent[],
): void {
  const userId = tour.people[view.actor]?.userId ?? '';
  const hasPrevious = previous.has(buildViewKey(view));
  if (!hasPrevious || events.some((event) => isRefetched(view.url, userId, event))) return;
  throw new DifferenceError(
    `${view.url} changed for ${view.actor}, and the only events were ${JSON.stringify(events)}`,
  );
}

function buildViewKey({ actor, url, audience }: View): string {
  if (audience) return `${audience} ${url}`;
  return /\/me$|\/setlist$|auth\/user|\/predictions/.test(url) ? `${actor} ${url}` : url;
}

function formatView({ status, body }: View): string {
  return JSON.stringify([status, body]);
}

function compareView(story: Story, view: View, response: ApiResponse): void {
  const { actor, url, status, body } = view;
  recordServerIds(story, response.body);
  if (response.status !== status)
    throw new DifferenceError(
      `GET ${url} by ${actor} returned ${response.status} instead of ${status}`,
    );
  const actualPart = pickExpectedPart(response.body, body);
  if (body === undefined || isDeepStrictEqual(actualPart, body)) return;
  throw new DifferenceError(
    `GET ${url} by ${actor} returned\n  ${JSON.stringify(actualPart)}\ninstead of\n  ${JSON.stringify(body)}`,
  );
}

function pickExpectedPart(response: unknown, expected: unknown): unknown {
  if (Array.isArray(response) && Array.isArray(expected))
    return response.map((item, index) => pickExpectedPart(item, expected[index] ?? expected[0]));
  if (!isRecord(response) || !isRecord(expected)) return response;
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, pickExpectedPart(response[key], value)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function requireNoEvents(events: readonly ChangeEvent[]): void {
  // An event without a subject can come from a connection that broke some steps ago.
  const namedEvents = events.filter(({ subjectId }) => subjectId !== null);
  if (namedEvents.length > 0)
    throw new DifferenceError(
      `nothing changed, and the events were ${JSON.stringify(namedEvents)}`,
    );
}

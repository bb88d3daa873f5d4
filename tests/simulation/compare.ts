import { isDeepStrictEqual } from 'node:util';
import { type ChangeEvent, isRefetched } from './model/events.ts';
import type { Call } from './model/requests.ts';
import { type View, viewsOf } from './model/views.ts';
import { noteVersions, type Story, signInAgain } from './story.ts';
import type { Answer, World } from './world.ts';

/** The product and the model differ. */
export class Difference extends Error {}

/**
 * Reads every view that changed in the model, and up to `others` unchanged ones, from the product.
 * @throws Difference if a response differs from the model's
 */
export async function compareViews(
  story: Story,
  world: World,
  { others = 2, events }: { others?: number; events?: readonly ChangeEvent[] | undefined } = {},
): Promise<void> {
  const views = viewsOf(story.tour);
  const before = story.expected;
  story.expected = new Map(views.map((view) => [nameOf(view), textOf(view)]));
  const isChanged = (view: View) => {
    const name = nameOf(view);
    return before.get(name) !== story.expected.get(name);
  };
  const changed = views.filter(isChanged);
  const unchanged = views.filter((view) => !isChanged(view));
  if (events && before.size > 0)
    for (const view of changed) requireEvent(story, view, before, events);
  const first = story.log.length * 31;
  const sample = unchanged.filter((_, index) => (index + first) % unchanged.length < others);
  await compareAll(story, world, [...changed, ...sample]);
}

/** Reads the views concurrently, as many pages would. Throws the first difference. */
async function compareAll(story: Story, world: World, views: readonly View[]): Promise<void> {
  for (const view of views) await signInAgain(story, world, view.by, readOf(view));
  const reading = views.map(async (view) => ({
    view,
    got: await world.call(view.by, readOf(view)),
  }));
  for (const { view, got } of await Promise.all(reading)) compareView(story, view, got);
}

function readOf({ url }: View): Call {
  return { method: 'GET', url };
}

/** Requires an event that makes a page with this view refetch it. */
function requireEvent(
  { tour }: Story,
  view: View,
  before: ReadonlyMap<string, string>,
  events: readonly ChangeEvent[],
): void {
  const userId = tour.people[view.by]?.userId ?? '';
  const existed = before.has(nameOf(view));
  if (!existed || events.some((one) => isRefetched(view.url, userId, one))) return;
  throw new Difference(
    `${view.url} changed for ${view.by}, and the only events were ${JSON.stringify(events)}`,
  );
}

/** Views that are the same for everyone have one name, independent of the reader. */
function nameOf({ by, url }: View): string {
  return /\/me$|\/setlist$|auth\/user|\/predictions/.test(url) ? `${by} ${url}` : url;
}

function textOf({ status, answer }: View): string {
  return JSON.stringify([status, answer]);
}

function compareView(story: Story, view: View, got: Answer): void {
  const { by, url, status, answer } = view;
  noteVersions(story, got.body);
  if (got.status !== status)
    throw new Difference(`GET ${url} by ${by} answered ${got.status} instead of ${status}`);
  const seen = partOf(got.body, answer);
  if (answer === undefined || isDeepStrictEqual(seen, answer)) return;
  throw new Difference(
    `GET ${url} by ${by} answered\n  ${JSON.stringify(seen)}\ninstead of\n  ${JSON.stringify(answer)}`,
  );
}

/** Reduces a response to the fields of the expected one. */
function partOf(got: unknown, expected: unknown): unknown {
  if (Array.isArray(got) && Array.isArray(expected))
    return got.map((item, index) => partOf(item, expected[index] ?? expected[0]));
  if (!isRecord(got) || !isRecord(expected)) return got;
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, partOf(got[key], value)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Requires that no event names a subject. */
export function requireNoEvents(events: readonly ChangeEvent[]): void {
  // An event without a subject can come from a connection that broke some steps ago.
  const named = events.filter(({ subjectId }) => subjectId !== null);
  if (named.length > 0)
    throw new Difference(`nothing changed, and the events were ${JSON.stringify(named)}`);
}

import { isDeepStrictEqual } from 'node:util';
import { type ChangeEvent, isRefetched } from './model/events.ts';
import type { Call } from './model/requests.ts';
import { type View, viewsOf } from './model/views.ts';
import { noteVersions, type Story, signInAgain } from './story.ts';
import type { Answer, World } from './world.ts';

/** Product and model do not agree. */
export class Difference extends Error {}

/**
 * Reads from the product all that has changed by the model, and `others` of what has not; throws
 * where an answer is not what the model says.
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
  const some = unchanged.filter((_, index) => (index + first) % unchanged.length < others);
  await compareAll(story, world, [...changed, ...some]);
}

/** Reads them side by side, as many pages would; what is wrong with the first of them is thrown. */
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

/** Who has the page open on which this stood must have been told that it is another now. */
function requireEvent(
  { tour }: Story,
  view: View,
  before: ReadonlyMap<string, string>,
  events: readonly ChangeEvent[],
): void {
  const userId = tour.people[view.by]?.userId ?? '';
  const wasThere = before.has(nameOf(view));
  if (!wasThere || events.some((one) => isRefetched(view.url, userId, one))) return;
  throw new Difference(
    `${view.url} is another for ${view.by} now, and only ${JSON.stringify(events)} was told`,
  );
}

/** What is equal for everyone is asked by anyone. */
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

/** Of an answer what the expected one speaks of. */
function partOf(got: unknown, expected: unknown): unknown {
  if (Array.isArray(got) && Array.isArray(expected))
    return got.map((one, index) => partOf(one, expected[index] ?? expected[0]));
  if (!isRecord(got) || !isRecord(expected)) return got;
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [key, partOf(got[key], value)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What changed nothing is told to nobody. */
export function requireNoEvents(events: readonly ChangeEvent[]): void {
  // That anything may have changed is told of a line that broke some steps ago.
  const named = events.filter(({ subjectId }) => subjectId !== null);
  if (named.length > 0)
    throw new Difference(`nothing was done, and ${JSON.stringify(named)} was told`);
}

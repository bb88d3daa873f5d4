import { FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { DifferenceError } from './compare.ts';
import { apply } from './model/apply.ts';
import { createFirstTour } from './model/first-tour.ts';
import { type Call, type Request, toCall } from './model/requests.ts';
import { HOUR, isSignedIn, type Tour } from './model/tour.ts';
import type { Traffic } from './queries.ts';
import type { ApiResponse, World } from './world.ts';

export interface Story {
  tour: Tour;
  versions: Map<string, number>;
  expected: Map<string, string>;
  log: string[];
}

export async function startStory(world: World, seed: number): Promise<Story> {
  storyCount += 1;
  const tour = createFirstTour(seed, storyCount);
  await world.reset(tour);
  return { tour, versions: new Map(), expected: new Map(), log: [] };
}

/** Gives each story new users, because the server's limits remember earlier ones. */
let storyCount = 0;

export interface Exchange {
  request: Request;
  response: ApiResponse;
}

/** Doesn't change the model. `name` is the caller's ID for the request. */
export async function sendRequest(
  story: Story,
  world: World,
  request: Request,
  name?: string,
): Promise<Exchange> {
  const call = toCall(request);
  await signInAgain(story, world, request.actor, call);
  const response = await world.call(request.actor, call, name);
  const nameSuffix = name ? ` as ${name}` : '';
  const changeSuffix = response.changeId ? `, change ${response.changeId}` : '';
  story.log.push(`${JSON.stringify(request)}${nameSuffix} → ${response.status}${changeSuffix}`);
  recordServerIds(story, response.body);
  return { request, response };
}

export async function sendConcurrently(
  story: Story,
  world: World,
  requests: readonly Request[],
  traffic: Traffic,
): Promise<Exchange[]> {
  for (const request of requests) await signInAgain(story, world, request.actor, toCall(request));
  world.setTraffic(traffic);
  const exchanges = requests.map((request) => sendRequest(story, world, request));
  return Promise.all(exchanges).finally(() => world.setTraffic(undefined));
}

/** Returns how the response differs from the expected one, or undefined. */
export function applyResponse(tour: Tour, { request, response }: Exchange): string | undefined {
  const {
    id = '',
    songId = '',
    invitation = '',
    message,
  } = (response.body ?? {}) as Partial<Record<string, string>>;
  const expected = apply(tour, request, { id, songId, invitation, changeId: response.changeId });
  if (response.status !== expected.status)
    return `${request.kind} returned ${response.status} (${message}) instead of ${expected.status}`;
  if (expected.message && expected.message !== message)
    return `${request.kind} returned “${message}” instead of “${expected.message}”`;
  return undefined;
}

/** Signs in again if the session has expired, after checking that the server rejects it. */
export async function signInAgain(
  { tour }: Story,
  world: World,
  actor: number,
  call: Call,
): Promise<void> {
  const person = tour.people[actor];
  if (!person) throw new Error(`Unknown person ${actor}`);
  if (!isSignedIn(person, tour.now)) {
    const { status } = await world.call(actor, call);
    if (status !== 401)
      throw new DifferenceError(`person ${actor} got ${status} after their session expired`);
    await world.signIn(person.userId, actor);
    person.session = { openedAt: tour.now, seenAt: tour.now };
  }
  // Deleting picks requires a recent sign-in, so sign in first.
  const isStale = tour.now >= person.session.openedAt + FRESH_SIGN_IN_MINUTES * 60_000;
  if (isStale && call.method === 'DELETE' && /^\/api\/(shows|songs)\/[^/]+$/.test(call.url)) {
    await world.signIn(person.userId, actor);
    person.session = { openedAt: tour.now, seenAt: tour.now };
  }
  if (tour.now >= person.session.seenAt + HOUR) person.session.seenAt = tour.now;
}

export function recordServerIds(
  { tour, versions }: Pick<Story, 'tour' | 'versions'>,
  body: unknown,
): void {
  for (const item of Array.isArray(body) ? body : [body]) {
    if (typeof item?.version === 'number') versions.set(item.id, item.version);
    const league = tour.leagues.find(({ id }) => id === item?.league?.id);
    if (league?.case) league.case.id = item.id;
  }
}

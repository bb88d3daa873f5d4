import { FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { Difference } from './compare.ts';
import { apply } from './model/apply.ts';
import { firstTour } from './model/first-tour.ts';
import { type Call, callOf, type Request } from './model/requests.ts';
import { HOUR, isSignedIn, type Tour } from './model/tour.ts';
import type { Traffic } from './queries.ts';
import type { Answer, World } from './world.ts';

/** A story as it is told: the model, and what was seen of the product. */
export interface Story {
  tour: Tour;
  /** Versions as the product numbers them. */
  versions: Map<string, number>;
  /** What each read was expected to answer after the last step. */
  expected: Map<string, string>;
  /** The steps taken, in words. */
  log: string[];
}

/** Begins a story in an empty world. */
export async function beginStory(world: World, seed: number): Promise<Story> {
  const tour = firstTour(seed);
  await world.begin(tour);
  return { tour, versions: new Map(), expected: new Map(), log: [] };
}

/** What was asked, and how it was answered. */
export interface AnsweredRequest {
  request: Request;
  answer: Answer;
}

/** Asks the product, by the caller's own name for it or none; what it means for the model is not said yet. */
export async function sendRequest(
  story: Story,
  world: World,
  request: Request,
  name?: string,
): Promise<AnsweredRequest> {
  const call = callOf(request);
  await signInAgain(story, world, request.by, call);
  const answer = await world.call(request.by, call, name);
  const as = name ? ` as ${name}` : '';
  const named = answer.changeId ? `, change ${answer.changeId}` : '';
  story.log.push(`${JSON.stringify(request)}${as} → ${answer.status}${named}`);
  noteVersions(story, answer.body);
  return { request, answer };
}

/** The same of several at the same moment, their queries in whatever order the traffic lets them. */
export async function sendTogether(
  story: Story,
  world: World,
  requests: readonly Request[],
  traffic: Traffic,
): Promise<AnsweredRequest[]> {
  for (const request of requests) await signInAgain(story, world, request.by, callOf(request));
  world.setTraffic(traffic);
  const sending = requests.map((request) => sendRequest(story, world, request));
  return Promise.all(sending).finally(() => world.setTraffic(undefined));
}

/** Does to the model what was asked; returns in words what is wrong with the answer. */
export function applyAnswer(tour: Tour, { request, answer }: AnsweredRequest): string | undefined {
  const { id = '', songId = '', message } = (answer.body ?? {}) as Partial<Record<string, string>>;
  const expected = apply(tour, request, { id, songId, changeId: answer.changeId });
  if (answer.status !== expected.status)
    return `${request.do} was answered ${answer.status} (${message}) instead of ${expected.status}`;
  if (expected.message && expected.message !== message)
    return `${request.do} was answered “${message}” instead of “${expected.message}”`;
  return undefined;
}

/** Before somebody calls: whose session has ended is refused once, and signs in again. */
export async function signInAgain(
  { tour }: Story,
  world: World,
  by: number,
  call: Call,
): Promise<void> {
  const who = tour.people[by];
  if (!who) throw new Error(`Nobody is number ${by}`);
  if (!isSignedIn(who, tour.now)) {
    const { status } = await world.call(by, call);
    if (status !== 401) throw new Difference(`${by} was answered ${status} after their session`);
    await world.signIn(who.userId, by);
    who.session = { openedAt: tour.now, seenAt: tour.now };
  }
  // A deletion wants a fresh sign-in where it takes picks along; nobody waits to be refused twice.
  const isStale = tour.now >= who.session.openedAt + FRESH_SIGN_IN_MINUTES * 60_000;
  if (isStale && call.method === 'DELETE' && /^\/api\/(shows|songs)\/[^/]+$/.test(call.url)) {
    await world.signIn(who.userId, by);
    who.session = { openedAt: tour.now, seenAt: tour.now };
  }
  if (tour.now >= who.session.seenAt + HOUR) who.session.seenAt = tour.now;
}

/** Remembers the versions of whatever an answer tells of. */
export function noteVersions(story: Pick<Story, 'versions'>, body: unknown): void {
  for (const one of Array.isArray(body) ? body : [body]) {
    const version = one?.detailsVersion ?? one?.version;
    if (typeof version === 'number') story.versions.set(one.id, version);
  }
}

import fc from 'fast-check';
import { compareViews, Difference } from './compare.ts';
import { apply } from './model/apply.ts';
import { type Ask, type Call, callOf } from './model/asks.ts';
import { firstTour } from './model/first-tour.ts';
import { HOUR, isSignedIn, type Tour } from './model/tour.ts';
import { type Dice, dice, planAsk, planWait, WEIGHTS } from './plan.ts';
import type { World } from './world.ts';

/** A story as it is told: the model, and what was seen of the product. */
export interface Story {
  tour: Tour;
  /** Versions as the product numbers them. */
  versions: Map<string, number>;
  /** What each read was expected to answer after the last step. */
  expected: Map<string, string>;
  /** The steps taken, in words. */
  told: string[];
}

type Step = fc.AsyncCommand<Story, World>;

/** Every kind of step, as often as its weight says. */
export function steps(most: number): fc.Arbitrary<Iterable<Step>> {
  const kinds = Object.entries(WEIGHTS) as [Ask['do'], number][];
  const asks = kinds.map(([kind, weight]) => ({
    weight,
    arbitrary: dice.map((d) => askStep(kind, d)),
  }));
  const waits = { weight: 9, arbitrary: dice.map(waitStep) };
  return fc.commands([fc.oneof(...asks, waits)], { maxCommands: most, size: 'max' });
}

/** Begins a story in an empty world. */
export async function beginStory(world: World, seed: number): Promise<Story> {
  const tour = firstTour(seed);
  await world.begin(tour);
  return { tour, versions: new Map(), expected: new Map(), told: [] };
}

function askStep(kind: Ask['do'], d: Dice): Step {
  return {
    check: ({ tour, versions }) => planAsk(tour, versions, kind, d) !== undefined,
    async run(story, world) {
      const ask = planAsk(story.tour, story.versions, kind, d);
      if (!ask) return;
      await askOne(story, world, ask);
      await compareViews(story, world);
    },
    toString: () => kind,
  };
}

async function askOne(story: Story, world: World, ask: Ask): Promise<void> {
  const answer = await callAs(story, world, ask.by, callOf(ask));
  story.told.push(`${JSON.stringify(ask)} → ${answer.status}`);
  const { id = '', message } = (answer.body ?? {}) as { id?: string; message?: string };
  const expected = apply(story.tour, ask, { id, changeId: answer.changeId });
  if (answer.status !== expected.status)
    throw new Difference(`answered ${answer.status} (${message}) instead of ${expected.status}`);
  if (expected.message && expected.message !== message)
    throw new Difference(`said “${message}” instead of “${expected.message}”`);
  noteVersions(story, answer.body);
}

/** Calls as somebody: whose session has ended is refused once, and signs in again. */
export async function callAs({ tour }: Story, world: World, by: number, call: Call) {
  const who = tour.people[by];
  if (!who) throw new Error(`Nobody is number ${by}`);
  if (!isSignedIn(who, tour.now)) {
    const { status } = await world.call(by, call);
    if (status !== 401) throw new Difference(`${by} was answered ${status} after their session`);
    await world.signIn(who.userId, by);
    who.session = { openedAt: tour.now, seenAt: tour.now };
  }
  if (tour.now >= who.session.seenAt + HOUR) who.session.seenAt = tour.now;
  return world.call(by, call);
}

/** Remembers the versions of whatever an answer tells of. */
export function noteVersions(story: Pick<Story, 'versions'>, body: unknown): void {
  for (const one of Array.isArray(body) ? body : [body]) {
    const version = one?.detailsVersion ?? one?.version;
    if (typeof version === 'number') story.versions.set(one.id, version);
  }
}

function waitStep(d: Dice): Step {
  return {
    check: () => true,
    async run(story, world) {
      story.tour.now = planWait(story.tour, d);
      world.setClock(story.tour.now);
      story.told.push(`it is ${new Date(story.tour.now).toISOString()}`);
      await compareViews(story, world);
    },
    toString: () => 'wait',
  };
}

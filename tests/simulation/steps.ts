import fc from 'fast-check';
import { compareViews, Difference, requireNoEvents } from './compare.ts';
import { type Dice, dice } from './dice.ts';
import { matchOneOrder, ordersOf } from './match-order.ts';
import type { ChangeEvent } from './model/events.ts';
import type { Request } from './model/requests.ts';
import type { Tour } from './model/tour.ts';
import { planRequest, WEIGHTS } from './plan.ts';
import { planWait } from './plan-times.ts';
import { cutConnectionAt, interleave } from './queries.ts';
import { applyAnswer, type Exchange, type Story, sendRequest, sendTogether } from './story.ts';
import type { World } from './world.ts';

type Step = fc.AsyncCommand<Story, World>;

/** Every kind of step, as often as its weight says. */
export function steps(maxSteps: number): fc.Arbitrary<Iterable<Step>> {
  const kinds = Object.entries(WEIGHTS) as [Request['do'], number][];
  const wish: fc.Arbitrary<Wish> = fc.record({
    kind: fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
    d: dice,
  });
  const step = fc.oneof(
    { weight: 80, arbitrary: wish.map(requestStep) },
    { weight: 8, arbitrary: dice.map(waitStep) },
    { weight: 10, arbitrary: fc.tuple(wish, wish).map(([one, other]) => togetherStep(one, other)) },
    { weight: 4, arbitrary: wish.map(repeatStep) },
    { weight: 3, arbitrary: fc.tuple(wish, wish).map(([one, other]) => resendStep(one, other)) },
    { weight: 5, arbitrary: wish.map(cutStep) },
    { weight: 1, arbitrary: fc.constant(restartStep) },
  );
  return fc.commands([fc.noShrink(step)], { maxCommands: maxSteps, size: 'max' });
}

/** The random choice of a request. Its details depend on the tour. */
interface Wish {
  kind: Request['do'];
  d: Dice;
}

function plan({ tour, versions }: Story, { kind, d }: Wish): Request | undefined {
  return planRequest(tour, versions, kind, d);
}

function stepOf(
  name: string,
  wishes: Wish[],
  take: (story: Story, world: World, requests: Request[]) => Promise<void>,
): Step {
  const requestsOf = (story: Story) => wishes.flatMap((wish) => plan(story, wish) ?? []);
  return {
    check: (story) => requestsOf(story).length === wishes.length,
    async run(story, world) {
      story.tour.now += 1;
      world.setClock(story.tour.now);
      // Changes through time alone cause no events.
      await compareViews(story, world, { others: 0 });
      await take(story, world, requestsOf(story));
    },
    toString: () => name,
  };
}

function requestStep(wish: Wish): Step {
  return stepOf(wish.kind, [wish], async (story, world, [request]) => {
    if (request) await sendAndCompare(story, world, request);
  });
}

async function sendAndCompare(
  story: Story,
  world: World,
  request: Request,
  name?: string,
): Promise<Exchange> {
  world.takeEvents();
  const answered = await sendRequest(story, world, request, name);
  const events = world.takeEvents();
  const wrong = applyAnswer(story.tour, answered);
  if (wrong) throw new Difference(wrong);
  requireQuietFailures([answered], events);
  await compareViews(story, world, { events });
  return answered;
}

/** The response is lost, and the same request is sent again. */
function repeatStep(wish: Wish): Step {
  return stepOf(`${wish.kind}, twice`, [wish], async (story, world, [request]) => {
    if (!request) return;
    await sendAndCompare(story, world, request);
    story.log.push('the response is lost, and the request is repeated:');
    await sendAndCompare(story, world, request);
  });
}

/** Setlist changes that a phone's queue sends with an id. */
const NAMED_BY_PHONE: Request['do'][] = ['play', 'play title', 'edit', 'remove'];

/** The response is lost, someone else acts, and the phone repeats its change under the same id. */
function resendStep(wish: Wish, other: Wish): Step {
  const { id: name } = wish.d;
  const words = `${wish.kind}, sent again after ${other.kind}`;
  const step = stepOf(words, [wish, other], async (story, world, [request, otherRequest]) => {
    if (!request || !otherRequest) return;
    const { answer } = await sendAndCompare(story, world, request, name);
    await sendAndCompare(story, world, otherRequest);
    // A request that changed nothing is not remembered by its id.
    if (answer.changeId === 0) return;
    const expected = stillExists(story.tour, request) ? answer.status : 404;
    world.takeEvents();
    // The response has the version that the change made, not the present one.
    const again = await sendRequest({ ...story, versions: new Map() }, world, request, name);
    const events = world.takeEvents();
    if (again.answer.status !== expected)
      throw new Difference(`sent again it was answered ${again.answer.status}, not ${expected}`);
    requireNoEvents(events);
    await compareViews(story, world, { events });
  });
  const { check } = step;
  step.check = (story) => NAMED_BY_PHONE.includes(wish.kind) && check(story);
  return step;
}

/** Whether the row of a setlist change still exists, or for a removal its show. */
function stillExists(tour: Tour, request: Request): boolean {
  if (!('showId' in request && 'rowId' in request)) return true;
  const show = tour.shows.find(({ id }) => id === request.showId);
  return request.do === 'remove'
    ? show !== undefined
    : show?.rows.some(({ id }) => id === request.rowId) === true;
}

/** Two concurrent requests. The result must equal one of the two orders. */
function togetherStep(one: Wish, other: Wish): Step {
  return stepOf(`${one.kind} and ${other.kind}`, [one, other], async (story, world, requests) => {
    story.log.push('at the same moment:');
    world.takeEvents();
    const order = interleave([...one.d.songs, ...other.d.songs]);
    const answers = await sendTogether(story, world, requests, order);
    const events = world.takeEvents();
    requireQuietFailures(answers, events);
    await matchOneOrder(story, world, ordersOf(answers), events);
  });
}

/** The product assigns ids to these, which would be lost with the response. */
const NAMED_BY_PRODUCT: Request['do'][] = ['predict', 'book', 'write song', 'play title'];

/** The database connection breaks in the middle. Everything or nothing must have happened. */
function cutStep(wish: Wish): Step {
  const { way, place } = wish.d;
  const step = stepOf(`${wish.kind}, cut`, [wish], async (story, world, [request]) => {
    if (!request) return;
    const cut: number[] = [];
    const onCut = (processId: number) => cut.push(processId);
    const traffic = cutConnectionAt(1 + (place % 12), { isSent: way % 2 === 0, onCut });
    const [answered] = await sendTogether(story, world, [request], traffic);
    if (!answered) return;
    for (const processId of cut) await world.waitForSessionEnd(processId);
    const isUnknown = answered.answer.status === 503;
    story.log.push(
      isUnknown ? 'the database connection broke' : 'the connection broke without effect',
    );
    if (!isUnknown) return matchOneOrder(story, world, [[answered]], undefined);
    const made = { request, answer: { ...answered.answer, ...successOf(request) } };
    await matchOneOrder(story, world, [[], [made]], undefined);
  });
  const { check } = step;
  step.check = (story) => !NAMED_BY_PRODUCT.includes(wish.kind) && check(story);
  return step;
}

/** The successful response, without a change id. */
function successOf(request: Request): { status: number; changeId: number } {
  const status =
    { cancel: 204, remove: 204, 'drop song': 204, play: 201 }[request.do as string] ?? 200;
  return { status, changeId: 0 };
}

/** The server restarts. Everything acknowledged must remain. */
const restartStep: Step = {
  check: () => true,
  async run(story, world) {
    await world.restart();
    story.log.push('the server restarts');
    await compareViews(story, world, { others: 20 });
  },
  toString: () => 'restart',
};

function waitStep(d: Dice): Step {
  return {
    check: () => true,
    async run(story, world) {
      story.tour.now = planWait(story.tour, d);
      world.setClock(story.tour.now);
      story.log.push(`it is ${new Date(story.tour.now).toISOString()}`);
      await compareViews(story, world);
    },
    toString: () => 'wait',
  };
}

/** Failed requests must not cause events. */
function requireQuietFailures(answers: readonly Exchange[], events: readonly ChangeEvent[]): void {
  if (answers.every(({ answer }) => answer.status >= 400)) requireNoEvents(events);
}

import fc from 'fast-check';
import { compareViews, DifferenceError, requireNoEvents } from './compare.ts';
import { arbitraryDice, type Dice } from './dice.ts';
import { listOrders, matchOneOrder } from './match-order.ts';
import { apply } from './model/apply.ts';
import type { ChangeEvent } from './model/events.ts';
import { noAttempts } from './model/leagues/limits.ts';
import type { Request } from './model/requests.ts';
import type { Tour } from './model/tour.ts';
import { planRequest, WEIGHTS } from './plan.ts';
import { planWait } from './plan-times.ts';
import { cutConnectionAt, interleave } from './queries.ts';
import {
  applyResponse,
  type Exchange,
  type Story,
  sendConcurrently,
  sendRequest,
} from './story.ts';
import type { World } from './world.ts';

type Step = fc.AsyncCommand<Story, World>;

export function arbitrarySteps(maxSteps: number): fc.Arbitrary<Iterable<Step>> {
  const kinds = Object.entries(WEIGHTS) as [Request['kind'], number][];
  const choice: fc.Arbitrary<RequestChoice> = fc.record({
    kind: fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
    dice: arbitraryDice,
  });
  const step = fc.oneof(
    { weight: 80, arbitrary: choice.map(requestStep) },
    { weight: 8, arbitrary: arbitraryDice.map(waitStep) },
    {
      weight: 10,
      arbitrary: fc.tuple(choice, choice).map(([first, second]) => concurrentStep(first, second)),
    },
    { weight: 4, arbitrary: choice.map(repeatStep) },
    {
      weight: 3,
      arbitrary: fc.tuple(choice, choice).map(([first, second]) => resendStep(first, second)),
    },
    { weight: 5, arbitrary: choice.map(cutStep) },
    { weight: 1, arbitrary: fc.constant(restartStep) },
  );
  return fc.commands([fc.noShrink(step)], { maxCommands: maxSteps, size: 'max' });
}

interface RequestChoice {
  kind: Request['kind'];
  dice: Dice;
}

function plan({ tour, versions }: Story, { kind, dice }: RequestChoice): Request | undefined {
  return planRequest(tour, versions, kind, dice);
}

function createStep(
  name: string,
  choices: RequestChoice[],
  sendRequests: (story: Story, world: World, requests: Request[]) => Promise<void>,
): Step {
  const planRequests = (story: Story) => choices.flatMap((choice) => plan(story, choice) ?? []);
  return {
    check: (story) => planRequests(story).length === choices.length,
    async run(story, world) {
      story.tour.now += 1;
      world.setClock(story.tour.now);
      // The passing of time alone causes no events.
      await compareViews(story, world, { others: 0 });
      await sendRequests(story, world, planRequests(story));
    },
    toString: () => name,
  };
}

function requestStep(choice: RequestChoice): Step {
  return createStep(choice.kind, [choice], async (story, world, [request]) => {
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
  const exchange = await sendRequest(story, world, request, name);
  const events = world.takeEvents();
  const fault = applyResponse(story.tour, exchange);
  if (fault) throw new DifferenceError(fault);
  requireNoEventsAfterFailures([exchange], events);
  await compareViews(story, world, { events });
  return exchange;
}

/** The response is lost, and the same request is sent again. */
function repeatStep(choice: RequestChoice): Step {
  return createStep(`${choice.kind}, twice`, [choice], async (story, world, [request]) => {
    if (!request) return;
    await sendAndCompare(story, world, request);
    story.log.push('the response is lost, and the request is repeated:');
    await sendAndCompare(story, world, request);
  });
}

/** A phone's queue sends these setlist changes with an ID. */
const KINDS_WITH_PHONE_ID: Request['kind'][] = ['play', 'play title', 'edit', 'remove'];

/** The response is lost, someone else acts, and the phone repeats its change with the same ID. */
function resendStep(choice: RequestChoice, second: RequestChoice): Step {
  const { id: name } = choice.dice;
  const stepName = `${choice.kind}, sent again after ${second.kind}`;
  const step = createStep(
    stepName,
    [choice, second],
    async (story, world, [request, otherRequest]) => {
      if (!request || !otherRequest) return;
      const { response } = await sendAndCompare(story, world, request, name);
      await sendAndCompare(story, world, otherRequest);
      // The server doesn't store the ID of a request that changed nothing.
      if (response.changeId === 0) return;
      const expectedStatus = stillExists(story.tour, request) ? response.status : 404;
      world.takeEvents();
      // The response contains the version that the change made, not the current one.
      const repetition = await sendRequest({ ...story, versions: new Map() }, world, request, name);
      const events = world.takeEvents();
      if (repetition.response.status !== expectedStatus)
        throw new DifferenceError(
          `the repeated request returned ${repetition.response.status} instead of ${expectedStatus}`,
        );
      requireNoEvents(events);
      await compareViews(story, world, { events });
    },
  );
  const { check } = step;
  step.check = (story) => KINDS_WITH_PHONE_ID.includes(choice.kind) && check(story);
  return step;
}

/** Checks the row of a setlist change, or the show of a removal. */
function stillExists(tour: Tour, request: Request): boolean {
  if (!('showId' in request && 'rowId' in request)) return true;
  const show = tour.shows.find(({ id }) => id === request.showId);
  return request.kind === 'remove'
    ? show !== undefined
    : show?.rows.some(({ id }) => id === request.rowId) === true;
}

/** The result of two concurrent requests must match one of the two orders. */
function concurrentStep(first: RequestChoice, second: RequestChoice): Step {
  return createStep(
    `${first.kind} and ${second.kind}`,
    [first, second],
    async (story, world, requests) => {
      story.log.push('at the same moment:');
      world.takeEvents();
      const order = interleave([...first.dice.songs, ...second.dice.songs]);
      const responses = await sendConcurrently(story, world, requests, order);
      const events = world.takeEvents();
      requireNoEventsAfterFailures(responses, events);
      await matchOneOrder(story, world, listOrders(responses), events);
    },
  );
}

/** Without the response, the model can't know an ID from the server, or whether a join counted. */
const KINDS_WITHOUT_CUT: Request['kind'][] = [
  ...(['predict', 'add show', 'add song', 'play title'] as const),
  ...(['create league', 'replace invitation', 'post', 'post in thread', 'join'] as const),
];

/** The request must take effect completely or not at all. */
function cutStep(choice: RequestChoice): Step {
  const { variant, place } = choice.dice;
  const step = createStep(`${choice.kind}, cut`, [choice], async (story, world, [request]) => {
    if (!request) return;
    const cutProcessIds: number[] = [];
    const onCut = (processId: number) => cutProcessIds.push(processId);
    const traffic = cutConnectionAt(1 + (place % 12), { isSent: variant % 2 === 0, onCut });
    const [exchange] = await sendConcurrently(story, world, [request], traffic);
    if (!exchange) return;
    for (const processId of cutProcessIds) await world.waitForSessionEnd(processId);
    const isUnknown = exchange.response.status === 503;
    story.log.push(
      isUnknown ? 'the database connection broke' : 'the connection broke without effect',
    );
    if (!isUnknown) return matchOneOrder(story, world, [[exchange]], undefined);
    const success = {
      request,
      response: { ...exchange.response, ...buildResponse(story.tour, request) },
    };
    await matchOneOrder(story, world, [[], [success]], undefined);
  });
  const { check } = step;
  step.check = (story) => !KINDS_WITHOUT_CUT.includes(choice.kind) && check(story);
  return step;
}

function buildResponse(tour: Tour, request: Request): { status: number; changeId: number } {
  const ids = { id: '', songId: '', invitation: '', changeId: 0 };
  return { status: apply(structuredClone(tour), request, ids).status, changeId: 0 };
}

/** All acknowledged changes must remain. Only the counts of attempts are reset. */
const restartStep: Step = {
  check: () => true,
  async run(story, world) {
    await world.restart();
    for (const person of story.tour.people) person.attempts = noAttempts();
    story.log.push('the server restarts');
    await compareViews(story, world, { others: 20 });
  },
  toString: () => 'restart',
};

function waitStep(dice: Dice): Step {
  return {
    check: () => true,
    async run(story, world) {
      story.tour.now = planWait(story.tour, dice);
      world.setClock(story.tour.now);
      story.log.push(`it is ${new Date(story.tour.now).toISOString()}`);
      await compareViews(story, world, { soonMs: 1 });
    },
    toString: () => 'wait',
  };
}

/** Failed requests must not cause events. */
function requireNoEventsAfterFailures(
  responses: readonly Exchange[],
  events: readonly ChangeEvent[],
): void {
  if (responses.every(({ response }) => response.status >= 400)) requireNoEvents(events);
}

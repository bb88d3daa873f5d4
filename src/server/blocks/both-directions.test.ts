import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { WATCHED_TOPICS } from '#contract/freshness.ts';
import {
  listReadUrls,
  readPageData,
  readResponses,
} from '../../../tests/support/every-response.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

const THREADS = '/api/forums/threads';

let app: TestApp;
let tour: Tour;
let socketUrl: string;
let ann: Caller;
let ben: Caller;
let bystander: Caller;
let show: string;
let count = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  socketUrl = await listenForSockets(app.fastify);
});
afterAll(() => app.close());

beforeEach(async () => {
  count += 1;
  marks = {
    ann: `Violet Tern ${count}`,
    ben: `Quartz Owl ${count}`,
    bystander: `Amber Wren ${count}`,
  };
  [ann, ben] = [await app.signUp(`Ann ${count}`), await app.signUp(`Ben ${count}`)];
  bystander = await app.signUp(`Bystander ${count}`);
  show = await tour.addShow({ date: new Date(app.clock.now + 9 * DAY) });
});

/** Part of everything that a fan writes in this test, and of nothing else. */
let marks: Record<'ann' | 'ben' | 'bystander', string>;

/** Everything by which a fan reaches others. `shared` are the bystander's thread and leagues. */
async function reachOut(
  caller: Caller,
  mark: string,
  shared: { thread: string; talk: string; nudged: string },
) {
  app.clock.now += 1_000;
  const draft = { title: `${mark} title`, category: 'General', content: `${mark} opening` };
  const thread = (await caller.post(THREADS, draft)).json().id;
  for (const url of [
    `${THREADS}/${shared.thread}/posts`,
    `${THREADS}/${show}/posts`,
    `/api/leagues/${shared.talk}/posts`,
  ])
    expect((await caller.post(url, { content: `${mark} post` })).statusCode).toBe(201);
  const nudge = await caller.post(`/api/leagues/${shared.nudged}/nudges`, { showId: show });
  expect(nudge.statusCode).toBe(204);
  const league = await makeLeague(caller, show, { name: `${mark} club` });
  return { thread, league, invitation: league.invitation ?? '' };
}

async function everyoneReachesOut() {
  const draft = { title: 'Shared', category: 'General', content: 'What will they open with?' };
  const thread = (await bystander.post(THREADS, draft)).json().id;
  const members = [ann, ben];
  const [talk, benNudges] = [
    await makeLeague(bystander, show, {}, members),
    await makeLeague(bystander, show, {}, members),
  ];
  const shared = { thread, talk: talk.id };
  const ofAnn = await reachOut(ann, marks.ann, { ...shared, nudged: talk.id });
  const ofBen = await reachOut(ben, marks.ben, { ...shared, nudged: benNudges.id });
  const third = await makeLeague(bystander, show);
  await ann.post(`/api/invitations/${third.invitation}`);
  const ofBystander = await reachOut(bystander, marks.bystander, { ...shared, nudged: third.id });
  const own = [ofAnn, ofBen, ofBystander];
  const urls = await listReadUrls({
    shows: [show],
    threads: [thread, show, ...own.map((its) => its.thread)],
    leagues: [talk.id, benNudges.id, ofAnn.league.id, ofBen.league.id],
    invitations: own.map(({ invitation }) => invitation),
    fans: [`Ann ${count}`, `Ben ${count}`],
    ...{ songs: [], predictions: [], scribeInvitations: [], webhooks: [], backups: [], users: [] },
  });
  return { urls, own, shared, ofAnn, ofBen, nudged: { ann: talk.id, ben: benNudges.id } };
}

type Plan = Awaited<ReturnType<typeof everyoneReachesOut>>;

/** Returns the responses, pages and exports with the mark that the caller can read. */
async function findMark(caller: Caller, mark: string, { urls, own, shared }: Plan) {
  const responses = await readResponses([['', caller, urls]]);
  responses.set('export', (await caller.post('/api/user/export')).body);
  for (const [n, id] of [shared.thread, show, shared.talk].entries()) {
    const query = { id, invitation: own[n]?.invitation ?? '' };
    for (const [page, data] of await readPageData(app, caller, { params: {}, query }))
      responses.set(`${page} ${id}`, data);
  }
  return [...responses].flatMap(([url, text]) => (text.includes(mark) ? [url.trim()] : []));
}

test.each([
  ['Ann blocks Ben', () => [ann, ben] as const],
  ['Ben blocks Ann', () => [ben, ann] as const],
])('once %s, neither reads a post, a nudge or an invitation of the other', async (_, callers) => {
  const plan = await everyoneReachesOut();
  expect((await findMark(ann, marks.ben, plan)).length).toBeGreaterThan(8);
  const [blocker, { userId }] = callers();
  expect((await blocker.post('/api/user/blocks', { userId })).statusCode).toBe(204);

  expect(await findMark(ann, marks.ben, plan)).toEqual([]);
  expect(await findMark(ben, marks.ann, plan)).toEqual([]);
  for (const [caller, leagueId, username] of [
    [ann, plan.nudged.ben, `Ben ${count}`],
    [ben, plan.nudged.ann, `Ann ${count}`],
  ] as const) {
    const url = `/api/leagues/${leagueId}/sheets`;
    expect((await caller.get(url)).json().nudge.username).toBeNull();
    expect((await bystander.get(url)).json().nudge.username).toBe(username);
  }
  for (const [caller, { invitation }] of [
    [ann, plan.ofBen],
    [ben, plan.ofAnn],
  ] as const) {
    const join = await caller.post(`/api/invitations/${invitation}`);
    expect([join.statusCode, join.body.includes('club')]).toEqual([404, false]);
  }
  for (const caller of [ann, ben])
    expect((await findMark(caller, marks.bystander, plan)).length).toBeGreaterThan(8);
  for (const mark of [marks.ann, marks.ben])
    expect((await findMark(bystander, mark, plan)).length).toBeGreaterThan(8);
});

test('a new post reaches no socket of the other fan, in both directions', async () => {
  await ann.post('/api/user/blocks', { userId: ben.userId });
  const { id: leagueId } = await makeLeague(bystander, show, {}, [ann, ben]);
  const listen = async ({ cookie = '' }: Caller) => {
    const messages: string[] = [];
    const { socket } = await openSocket(`${socketUrl}?recent`, { cookie });
    socket.on('message', (data) => messages.push(String(data)));
    socket.send(JSON.stringify({ watch: WATCHED_TOPICS }));
    return messages;
  };
  const [ofAnn, ofBen, ofBystander] = [
    await listen(ann),
    await listen(ben),
    await listen(bystander),
  ];
  const has = (messages: string[], text: string) => messages.some((one) => one.includes(text));
  for (const [caller, mark] of [
    [ann, marks.ann],
    [ben, marks.ben],
  ] as const) {
    await caller.post(`${THREADS}/${show}/posts`, { content: mark });
    await caller.post(`/api/leagues/${leagueId}/posts`, { content: mark });
    await expect.poll(() => has(ofBystander, mark), { timeout: 5_000 }).toBe(true);
  }
  const end = { title: 'Later', category: 'General', content: 'The last event' };
  const { id } = (await bystander.post(THREADS, end)).json();
  for (const messages of [ofAnn, ofBen])
    await expect.poll(() => has(messages, id), { timeout: 5_000 }).toBe(true);
  expect([has(ofAnn, marks.ben), has(ofBen, marks.ann)]).toEqual([false, false]);
});

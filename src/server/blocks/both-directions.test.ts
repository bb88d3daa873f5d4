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

/** A unique string in everything that the fan writes. */
let marks: Record<'ann' | 'ben' | 'bystander', string>;

/** Writes everything that other fans can see. */
async function publishContent(
  caller: Caller,
  mark: string,
  shared: { thread: string; talkLeague: string; nudgedLeague: string },
) {
  app.clock.now += 1_000;
  const draft = { title: `${mark} title`, category: 'General', content: `${mark} opening` };
  const thread = (await caller.post(THREADS, draft)).json().id;
  for (const url of [
    `${THREADS}/${shared.thread}/posts`,
    `${THREADS}/${show}/posts`,
    `/api/leagues/${shared.talkLeague}/posts`,
  ])
    expect((await caller.post(url, { content: `${mark} post` })).statusCode).toBe(201);
  const nudge = await caller.post(`/api/leagues/${shared.nudgedLeague}/nudges`, { showId: show });
  expect(nudge.statusCode).toBe(204);
  const league = await makeLeague(caller, show, { name: `${mark} club` });
  return { thread, league, invitation: league.invitation ?? '' };
}

async function publishEverything() {
  const draft = { title: 'Shared', category: 'General', content: 'What will they open with?' };
  const thread = (await bystander.post(THREADS, draft)).json().id;
  const members = [ann, ben];
  const [talkLeague, benNudges] = [
    await makeLeague(bystander, show, {}, members),
    await makeLeague(bystander, show, {}, members),
  ];
  const shared = { thread, talkLeague: talkLeague.id };
  const annContent = await publishContent(ann, marks.ann, {
    ...shared,
    nudgedLeague: talkLeague.id,
  });
  const benContent = await publishContent(ben, marks.ben, {
    ...shared,
    nudgedLeague: benNudges.id,
  });
  const bystanderLeague = await makeLeague(bystander, show);
  await ann.post(`/api/invitations/${bystanderLeague.invitation}`);
  const bystanderContent = await publishContent(bystander, marks.bystander, {
    ...shared,
    nudgedLeague: bystanderLeague.id,
  });
  const contents = [annContent, benContent, bystanderContent];
  const urls = await listReadUrls({
    shows: [show],
    threads: [thread, show, ...contents.map((entry) => entry.thread)],
    leagues: [talkLeague.id, benNudges.id, annContent.league.id, benContent.league.id],
    invitations: contents.map(({ invitation }) => invitation),
    fans: [`Ann ${count}`, `Ben ${count}`],
    ...{ songs: [], predictions: [], scribeInvitations: [], webhooks: [], backups: [], users: [] },
  });
  return {
    urls,
    contents,
    shared,
    annContent,
    benContent,
    nudgedLeague: { ann: talkLeague.id, ben: benNudges.id },
  };
}

type Content = Awaited<ReturnType<typeof publishEverything>>;

async function findMark(caller: Caller, mark: string, { urls, contents, shared }: Content) {
  const responses = await readResponses([['', caller, urls]]);
  responses.set('export', (await caller.post('/api/user/export')).body);
  for (const [n, id] of [shared.thread, show, shared.talkLeague].entries()) {
    const query = { id, invitation: contents[n]?.invitation ?? '' };
    for (const [page, data] of await readPageData(app, caller, { params: {}, query }))
      responses.set(`${page} ${id}`, data);
  }
  return [...responses].flatMap(([url, text]) => (text.includes(mark) ? [url.trim()] : []));
}

test.each([
  ['Ann blocks Ben', () => [ann, ben] as const],
  ['Ben blocks Ann', () => [ben, ann] as const],
])(
  'after %s, neither can read a post, a nudge or an invitation of the other',
  async (_, callers) => {
    const content = await publishEverything();
    expect((await findMark(ann, marks.ben, content)).length).toBeGreaterThan(8);
    const [blocker, { userId }] = callers();
    expect((await blocker.post('/api/user/blocks', { userId })).statusCode).toBe(204);

    expect(await findMark(ann, marks.ben, content)).toEqual([]);
    expect(await findMark(ben, marks.ann, content)).toEqual([]);
    for (const [caller, leagueId, username] of [
      [ann, content.nudgedLeague.ben, `Ben ${count}`],
      [ben, content.nudgedLeague.ann, `Ann ${count}`],
    ] as const) {
      const url = `/api/leagues/${leagueId}/sheets`;
      expect((await caller.get(url)).json().nudge.username).toBeNull();
      expect((await bystander.get(url)).json().nudge.username).toBe(username);
    }
    for (const [caller, { invitation }] of [
      [ann, content.benContent],
      [ben, content.annContent],
    ] as const) {
      const join = await caller.post(`/api/invitations/${invitation}`);
      expect([join.statusCode, join.body.includes('club')]).toEqual([404, false]);
    }
    for (const caller of [ann, ben])
      expect((await findMark(caller, marks.bystander, content)).length).toBeGreaterThan(8);
    for (const mark of [marks.ann, marks.ben])
      expect((await findMark(bystander, mark, content)).length).toBeGreaterThan(8);
  },
);

test('a new post is not sent to the sockets of a fan in a block with its author', async () => {
  await ann.post('/api/user/blocks', { userId: ben.userId });
  const { id: leagueId } = await makeLeague(bystander, show, {}, [ann, ben]);
  const listen = async ({ cookie = '' }: Caller) => {
    const messages: string[] = [];
    const { socket } = await openSocket(`${socketUrl}?recent`, { cookie });
    socket.on('message', (data) => messages.push(String(data)));
    socket.send(JSON.stringify({ watch: WATCHED_TOPICS }));
    return messages;
  };
  const [annMessages, benMessages, bystanderMessages] = [
    await listen(ann),
    await listen(ben),
    await listen(bystander),
  ];
  const haveText = (messages: string[], text: string) =>
    messages.some((message) => message.includes(text));
  for (const [caller, mark] of [
    [ann, marks.ann],
    [ben, marks.ben],
  ] as const) {
    await caller.post(`${THREADS}/${show}/posts`, { content: mark });
    await caller.post(`/api/leagues/${leagueId}/posts`, { content: mark });
    await expect.poll(() => haveText(bystanderMessages, mark), { timeout: 5_000 }).toBe(true);
  }
  const lastThread = { title: 'Later', category: 'General', content: 'The last event' };
  const { id } = (await bystander.post(THREADS, lastThread)).json();
  for (const messages of [annMessages, benMessages])
    await expect.poll(() => haveText(messages, id), { timeout: 5_000 }).toBe(true);
  expect([haveText(annMessages, marks.ben), haveText(benMessages, marks.ann)]).toEqual([
    false,
    false,
  ]);
});

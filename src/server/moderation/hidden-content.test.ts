import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { buildUrl } from '#contract/url.ts';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { buildParams, loadEndpoints } from '../../../tests/support/every-call.ts';
import type { Subjects } from '../../../tests/support/season.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { loadPageData } from '../pages/page-data.ts';

const endpoints = [...(await loadEndpoints()).values()];
const reads = endpoints.filter(({ method, who }) => method === 'GET' && who !== 'admin');

/** Part of everything that the author wrote, and of nothing else. */
const SECRET = 'Rude';
const KIND_TEXT = 'Kind';

let app: TestApp;
let author: Caller;
let member: Caller;
let stranger: Caller;
let third: Caller;
let fourth: Caller;
let subjects: Subjects;
let ids: { thread: string; post: string; league: string; talk: string };

beforeAll(async () => {
  app = await openTestApp();
  author = await app.signUp('Author');
  member = await app.signUp('Member');
  stranger = await app.signUp('Stranger');
  third = await app.signUp('Third');
  fourth = await app.signUp('Fourth');
  await ageAccounts(app);
  const tour = planTour(app);
  const show = await tour.addShow({ date: new Date(app.clock.now + 20 * DAY) });
  const draft = { title: 'Rude title', category: 'General', content: 'Rude opening' };
  const thread = (await author.post('/api/forums/threads', draft)).json().id;
  const reply = async (caller: Caller, content: string) =>
    (await caller.post(`/api/forums/threads/${thread}/posts`, { content })).json().id;
  const post = await reply(author, 'Rude reply');
  await reply(member, 'Kind reply');
  const fields = { name: 'Rude club', color: 'blue', isListed: true, startShowId: show };
  const league = (await author.post('/api/leagues', fields)).json();
  await member.post(`/api/leagues/${league.id}/members`);
  for (const caller of [third, fourth]) await caller.post(`/api/leagues/${league.id}/members`);
  const talk = (
    await author.post(`/api/leagues/${league.id}/posts`, { content: 'Rude talk' })
  ).json();
  await author.patch('/api/user/profile', { bio: 'Rude bio', location: 'Kind town' });
  ids = { thread, post, league: league.id, talk: talk.id };
  const [song = ''] = await tour.addSongs('Ember');
  const prediction = await tour.addPrediction(author.userId, show, [song]);
  subjects = {
    ...{ shows: [show], songs: [song], predictions: [prediction], threads: [thread] },
    ...{
      leagues: [league.id],
      scribeInvitations: [],
      webhooks: [],
      invitations: [league.invitation],
      backups: [],
    },
    ...{ users: [author.userId], fans: ['author'] },
  };
});
afterAll(() => app.close());

beforeEach(() => app.database.db.delete(moderationCases));

async function readAll(caller: Caller): Promise<string> {
  const bodies: string[] = [];
  for (const endpoint of reads)
    for (const params of buildParams(endpoint, subjects))
      bodies.push((await caller.get(buildUrl(endpoint.path, { params }))).body);
  bodies.push((await caller.post('/api/user/export')).body);
  return bodies.join('\n');
}

async function readPageData(
  caller: Caller,
  page: 'thread' | 'forums' | 'fan' | 'league',
  url: string,
) {
  const request = { headers: { cookie: caller.cookie, host: 'localhost' }, ip: '127.0.0.1', url };
  const data = await loadPageData(app.fastify, request as never, {
    ...{ band: {} as never, page },
    position: () => '',
  });
  return data?.json ?? '';
}

async function hideAll(state: 'awaiting' | 'removed') {
  const reporters = state === 'awaiting' ? [member, third, fourth] : [member];
  for (const [kind, id] of [
    ['thread', ids.thread],
    ['post', ids.post],
    ['talk', ids.talk],
    ['league', ids.league],
    ['bio', author.userId],
  ])
    for (const caller of reporters) {
      const response = await caller.post(`/api/reports/${kind}/${id}`, { reason: 'hate' });
      expect(response.statusCode).toBe(201);
    }
  if (state === 'awaiting') return;
  const decision = { version: 0, content: 'hide', author: 'none' };
  for (const { id, fingerprint } of (await app.admin.get('/api/admin/reports')).json())
    await app.admin.post(`/api/admin/reports/${id}/decision`, { fingerprint, ...decision });
}

const countSecrets = (text: string) => text.split(SECRET).length - 1;

it('reported content is visible to everyone before the reports', async () => {
  // The title in a list, a thread and an export, two posts, a bio, and the league's name in four.
  expect(countSecrets(await readAll(member))).toBeGreaterThan(8);
});

it.each(['awaiting', 'removed'] as const)(
  'reported content is in no response to other fans while it is %s',
  async (state) => {
    await hideAll(state);
    for (const caller of [member, stranger]) {
      const text = await readAll(caller);
      expect(text.match(/.{0,80}Rude.{0,20}/)?.[0]).toBeUndefined();
      expect(text).toContain(KIND_TEXT);
      for (const [page, url] of [
        ['thread', `/forums/thread?id=${ids.thread}`],
        ['forums', '/forums'],
        ['fan', '/fans/author'],
        ['league', `/leagues/league?id=${ids.league}`],
      ] as const) {
        const data = await readPageData(caller, page, url);
        expect(data).toContain('"responses":[');
        expect(data).not.toContain(SECRET);
      }
    }
    const join = await stranger.post(`/api/leagues/${ids.league}/members`);
    expect(join.json()).toMatchObject({ name: 'League', hidden: state });
    await stranger.delete(`/api/leagues/${ids.league}/members/me`);
  },
);

it('reported content stays visible to its author and to administrators', async () => {
  await hideAll('awaiting');
  for (const caller of [author, app.admin]) {
    const thread = (await caller.get(`/api/forums/threads/${ids.thread}`)).json();
    expect(thread).toMatchObject({ title: 'Rude title', hidden: 'awaiting' });
    const posts = (await caller.get(`/api/forums/threads/${ids.thread}/posts`)).json();
    expect(posts.map((post: { content: string }) => post.content)).toEqual([
      ...['Rude opening', 'Rude reply', 'Kind reply'],
    ]);
    const league = (await caller.get(`/api/leagues/${ids.league}`)).json();
    expect(league).toMatchObject({ name: 'Rude club', hidden: 'awaiting' });
  }
  const texts = (await app.admin.get('/api/admin/reports')).json();
  expect(texts.map(({ text }: { text: string }) => text).sort()).toEqual([
    ...['Rude bio', 'Rude club', 'Rude reply', 'Rude talk', 'Rude title\n\nRude opening'],
  ]);
  expect((await author.post('/api/user/export')).json()).toMatchObject({
    account: { bio: 'Rude bio' },
    threads: [{ title: 'Rude title' }],
    leagues: [{ name: 'Rude club', isOwner: true }],
  });
});

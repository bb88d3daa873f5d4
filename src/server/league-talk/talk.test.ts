import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { NEWCOMER_POSTS } from '#contract/forums.ts';
import type { LeaguePost } from '#contract/league-talk.ts';
import type { League } from '#contract/leagues.ts';
import { NO_LINKS_YET } from '#contract/post-links.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';

let app: TestApp;
let show: string;
let owner: Caller;
let friend: Caller;
let stranger: Caller;
let league: League;
let url: string;
let fans = 0;

beforeAll(async () => {
  app = await openTestApp();
  show = await planTour(app).addShow();
});
afterAll(() => app.close());

beforeEach(async () => {
  fans += 1;
  app.clock.now += 2_000;
  owner = await app.signUp(`Owner ${fans}`);
  friend = await app.signUp(`Friend ${fans}`);
  stranger = await app.signUp(`Stranger ${fans}`);
  league = await makeLeague(owner, show, {}, [friend]);
  url = `/api/leagues/${league.id}/posts`;
  const bystanders = await makeLeague(stranger, show);
  await stranger.post(`/api/leagues/${bystanders.id}/posts`, { content: 'Bystander' });
});

async function post(content: string, caller = owner): Promise<LeaguePost> {
  app.clock.now += 1_000;
  const response = await caller.post(url, { content });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

async function listTexts(caller = owner, query = ''): Promise<string[]> {
  return (await caller.get(url + query)).json().map(({ content }: LeaguePost) => content);
}

it('lists the posts of the league in pages, latest first', async () => {
  await post('First');
  await post('Second', friend);
  await owner.post(url, { content: 'Third, in the same millisecond' });
  const response = await friend.get(url);
  expect(response.headers['x-total-count']).toBe('3');
  expect(response.json()).toMatchObject([
    { content: 'Third, in the same millisecond', author: { username: `Owner ${fans}` } },
    { content: 'Second', author: { username: `Friend ${fans}` } },
    { content: 'First' },
  ]);
  expect(await listTexts(owner, '?limit=1&offset=1')).toEqual(['Second']);
});

it.each([[false], [true]])(
  'returns 404 to non-members of a league with `isListed` %s',
  async (isListed) => {
    league = await makeLeague(owner, show, { isListed });
    url = `/api/leagues/${league.id}/posts`;
    const { id } = await post('For members');
    for (const caller of [stranger, app.admin]) {
      const responses = [
        await caller.get(url),
        await caller.post(url, { content: 'Hello' }),
        await caller.patch(`${url}/${id}`, { content: 'Mine' }),
        await caller.delete(`${url}/${id}`),
      ];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    }
    expect(await listTexts()).toEqual(['For members']);
  },
);

it('never shows posts in the forums', async () => {
  await post('Only here');
  for (const path of ['/api/forums/threads', '/api/forums/threads?limit=500'])
    expect((await owner.get(path)).json()).toEqual([]);
  expect((await app.admin.get(`/api/admin/users/${owner.userId}/posts`)).json()).toEqual({
    ...{ threads: 0, othersReplies: 0, replies: 0 },
  });
});

it('lets members edit only their own posts', async () => {
  const { id } = await post('Ember');
  const edit = await owner.patch(`${url}/${id}`, { content: 'Gale' });
  expect(edit.json()).toMatchObject({ content: 'Gale' });
  expect(edit.json().updatedAt).not.toBe(edit.json().createdAt);
  const friendPost = await post('Harbor', friend);
  expect((await owner.patch(`${url}/${friendPost.id}`, { content: 'Isle' })).statusCode).toBe(403);
  expect((await owner.patch(`${url}/${id}`, { content: ' ' })).statusCode).toBe(400);
  expect(await listTexts()).toEqual(['Harbor', 'Gale']);
});

it('returns 404 for a post in another league', async () => {
  const { id } = await post('Ember');
  const otherUrl = `/api/leagues/${(await makeLeague(owner, show)).id}/posts/${id}`;
  expect((await owner.patch(otherUrl, { content: 'Gale' })).statusCode).toBe(404);
  expect((await owner.delete(otherUrl)).statusCode).toBe(404);
  expect(await listTexts()).toEqual(['Ember']);
});

it("lets authors delete their own posts and the owner delete any post, and audits the owner's deletions", async () => {
  const [friendPost, otherPost, keptPost] = [
    await post('Own', friend),
    await post('Other'),
    await post('Kept'),
  ];
  expect((await friend.delete(`${url}/${otherPost.id}`)).statusCode).toBe(403);
  expect((await friend.delete(`${url}/${friendPost.id}`)).statusCode).toBe(204);
  const rude = await post('Rude', friend);
  expect((await owner.delete(`${url}/${rude.id}`)).statusCode).toBe(204);
  expect((await owner.delete(`${url}/${rude.id}`)).statusCode).toBe(404);
  expect(await listTexts()).toEqual(['Kept', 'Other']);
  expect(keptPost.content).toBe('Kept');
  const isFriend = eq(auditLog.subjectId, friend.userId);
  expect(await app.database.db.select().from(auditLog).where(isFriend)).toMatchObject([
    { action: 'league.delete-post', before: { leagueId: league.id, league: 'Rail riders' } },
  ]);
});

it('keeps the posts of a banned member, who can no longer read or write', async () => {
  const { id } = await post('Before the ban', friend);
  await owner.post(`/api/leagues/${league.id}/bans`, { userId: friend.userId });
  expect(await listTexts()).toEqual(['Before the ban']);
  const responses = [
    await friend.get(url),
    await friend.post(url, { content: 'After' }),
    await friend.delete(`${url}/${id}`),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});

it("exports posts with their author's data and deletes them with the account", async () => {
  await post('Ember');
  await post('Gale', friend);
  const data = (await friend.post('/api/user/export')).json();
  expect(data.leaguePosts).toMatchObject([{ league: 'Rail riders', content: 'Gale' }]);
  const deletion = { currentPassword: friend.password, isConfirmed: true };
  expect((await friend.post('/api/user/deletion', deletion)).json().leaguePosts).toBe(1);
  expect(await listTexts()).toEqual(['Ember']);
});

it('counts posts and forum posts toward the same limit of a new account', async () => {
  for (let count = 1; count < NEWCOMER_POSTS.perMinute; count += 1)
    expect((await owner.post(url, { content: `${count}` })).statusCode).toBe(201);
  const thread = { title: 'Openers', category: 'General', content: 'Which?' };
  const forumPost = await owner.post('/api/forums/threads', thread);
  expect(forumPost.statusCode).toBe(201);
  expect((await owner.post(url, { content: 'Too many' })).statusCode).toBe(429);
  expect((await owner.post('/api/forums/threads', thread)).statusCode).toBe(429);
  expect((await friend.post(url, { content: 'Mine' })).statusCode).toBe(201);
  await app.admin.delete(`/api/forums/threads/${forumPost.json().id}`);
});

it("rejects links in an account's first three posts, including forum posts", async () => {
  const link = 'See https://example.com';
  const expectRejected = (response: { statusCode: number; json: () => unknown }) => {
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ issues: [{ path: 'content', message: NO_LINKS_YET }] });
  };
  expectRejected(await owner.post(url, { content: link }));
  const first = await post('One');
  const draft = { title: 'Openers', category: 'General', content: 'Which?' };
  const thread = (await owner.post('/api/forums/threads', draft)).json().id;
  const posts = `/api/forums/threads/${thread}/posts`;
  expectRejected(await owner.post(url, { content: link }));
  expectRejected(await owner.post(posts, { content: link }));
  await post('Three');
  expectRejected(await owner.patch(`${url}/${first.id}`, { content: link }));
  const fourth = await post(link);
  expect((await owner.patch(`${url}/${fourth.id}`, { content: `${link}/2` })).statusCode).toBe(200);
  expect((await owner.post(posts, { content: link })).statusCode).toBe(201);
  expectRejected(await friend.post(url, { content: link }));
  await app.admin.delete(`/api/forums/threads/${thread}`);
});

it('rejects posts from a fan who may no longer post', async () => {
  const { id } = await post('Before', friend);
  await app.database.db
    .update(users)
    .set({ postingEndedAt: new Date(app.clock.now - DAY) })
    .where(eq(users.id, friend.userId));
  expect((await friend.post(url, { content: 'After' })).statusCode).toBe(403);
  expect((await friend.patch(`${url}/${id}`, { content: 'After' })).statusCode).toBe(403);
  expect(await listTexts(friend)).toEqual(['Before']);
});

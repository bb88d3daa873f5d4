import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { POSTING_ENDED } from '#contract/forum-posts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { auditLog } from '../db/schema/audit.ts';
import { checkInvariants } from '../invariants/check.ts';

const THREADS = '/api/forums/threads';
const draft = { title: 'Encore?', category: 'General', content: 'Guess' };

let app: TestApp;
let spammer: Caller;
let fan: Caller;
let rounds = 0;
let spammerThread: string;
let fanThread: string;
let reply: string;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  rounds += 1;
  spammer = await app.signUp(`Spammer ${rounds}`);
  fan = await app.signUp(`Fan ${rounds}`);
  spammerThread = `${THREADS}/${(await spammer.post(THREADS, draft)).json().id}`;
  fanThread = `${THREADS}/${(await fan.post(THREADS, draft)).json().id}`;
  await fan.post(`${spammerThread}/posts`, { content: 'Stop it' });
  for (const n of [1, 2]) {
    const response = await spammer.post(`${fanThread}/posts`, { content: `Buy ${n}` });
    reply = response.json().id;
  }
  await fan.post(`${fanThread}/posts`, { content: 'Ember, of course' });
});

const buildPostsUrl = (userId = spammer.userId) => `/api/admin/users/${userId}/posts`;

async function expectInvariants() {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  expect(brokenInvariants).toEqual([]);
}

it('removes exactly the threads and posts of the author that it counted', async () => {
  expect((await app.admin.get(buildPostsUrl())).json()).toEqual({
    threads: 1,
    othersReplies: 1,
    replies: 2,
  });
  expect((await app.admin.delete(buildPostsUrl())).statusCode).toBe(204);
  expect((await fan.get(spammerThread)).statusCode).toBe(404);
  expect((await fan.get(fanThread)).json()).toMatchObject({ replyCount: 1 });
  const remainingPosts: { content: string }[] = (await fan.get(`${fanThread}/posts`)).json();
  expect(remainingPosts.map(({ content }) => content)).toEqual(['Guess', 'Ember, of course']);
  expect((await app.admin.get(buildPostsUrl())).json()).toEqual({
    threads: 0,
    othersReplies: 0,
    replies: 0,
  });
  const [record] = await app.database.db
    .select()
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(1);
  expect(record).toMatchObject({
    action: 'user.end-posting',
    actorId: app.admin.userId,
    subjectId: spammer.userId,
    before: { threads: 1, othersReplies: 1, replies: 2 },
  });
  await expectInvariants();
});

it('bans the author from posting and keeps the rest of the account', async () => {
  await app.admin.delete(buildPostsUrl());
  for (const response of [
    await spammer.post(THREADS, draft),
    await spammer.post(`${fanThread}/posts`, { content: 'Buy' }),
  ])
    expect([response.statusCode, response.json().message]).toEqual([403, POSTING_ENDED]);
  expect((await fan.post(`${fanThread}/posts`, { content: 'Peace' })).statusCode).toBe(201);
  expect((await spammer.get('/api/auth/user')).statusCode).toBe(200);
  const users: { id: string; isPostingEnded: boolean }[] = (
    await app.admin.get('/api/admin/users')
  ).json();
  const bannedIds = users.filter(({ isPostingEnded }) => isPostingEnded).map(({ id }) => id);
  expect(bannedIds).toContain(spammer.userId);
  expect(bannedIds).not.toContain(fan.userId);
});

it('removes posts and edits that arrive at the same time', async () => {
  const [removal, ...writes] = await Promise.all([
    app.admin.delete(buildPostsUrl()),
    spammer.patch(`/api/forums/posts/${reply}`, { content: 'Buy more' }),
    spammer.post(THREADS, draft),
    spammer.post(`${fanThread}/posts`, { content: 'Buy 3' }),
  ]);
  expect(removal.statusCode).toBe(204);
  for (const { statusCode } of writes) expect([200, 201, 403, 404]).toContain(statusCode);
  expect((await app.admin.get(buildPostsUrl())).json()).toEqual({
    threads: 0,
    othersReplies: 0,
    replies: 0,
  });
  await expectInvariants();
});

it("requires an administrator and doesn't remove an administrator's posts", async () => {
  expect((await fan.delete(buildPostsUrl())).statusCode).toBe(403);
  expect((await fan.get(buildPostsUrl())).statusCode).toBe(403);
  for (const method of ['get', 'delete'] as const)
    expect((await app.admin[method](buildPostsUrl(randomUUID()))).statusCode).toBe(404);
  const response = await app.admin.delete(buildPostsUrl(app.admin.userId));
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'This user is an administrator. Remove the role first.',
  ]);
  expect((await fan.get(spammerThread)).statusCode).toBe(200);
});

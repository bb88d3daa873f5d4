import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { POSTING_ENDED } from '#contract/forum-posts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { auditLog } from '../db/schema/audit.ts';
import { checkInvariants } from '../invariants/check.ts';

const THREADS = '/api/forums/threads';
const about = { title: 'Encore?', category: 'General', content: 'Guess' };

let t: TestApp;
let spammer: Caller;
let fan: Caller;
let rounds = 0;
let theirs: string;
let others: string;
let reply: string;

beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  rounds += 1;
  spammer = await t.signUp(`Spammer ${rounds}`);
  fan = await t.signUp(`Fan ${rounds}`);
  theirs = `${THREADS}/${(await spammer.post(THREADS, about)).json().id}`;
  others = `${THREADS}/${(await fan.post(THREADS, about)).json().id}`;
  await fan.post(`${theirs}/posts`, { content: 'Stop it' });
  for (const n of [1, 2]) {
    const answer = await spammer.post(`${others}/posts`, { content: `Buy ${n}` });
    reply = answer.json().id;
  }
  await fan.post(`${others}/posts`, { content: 'Ember, of course' });
});

const posts = (of = spammer.userId) => `/api/admin/users/${of}/posts`;

async function expectInvariants() {
  const broken = (await checkInvariants(t.database.db)).filter(({ rows }) => rows.length > 0);
  expect(broken).toEqual([]);
}

it('removes all threads and posts of an author, as many as counted, and keeps the rest', async () => {
  expect((await t.admin.get(posts())).json()).toEqual({
    threads: 1,
    othersReplies: 1,
    replies: 2,
  });
  expect((await t.admin.delete(posts())).statusCode).toBe(204);
  expect((await fan.get(theirs)).statusCode).toBe(404);
  expect((await fan.get(others)).json()).toMatchObject({ replyCount: 1 });
  const left: { content: string }[] = (await fan.get(`${others}/posts`)).json();
  expect(left.map(({ content }) => content)).toEqual(['Guess', 'Ember, of course']);
  expect((await t.admin.get(posts())).json()).toEqual({ threads: 0, othersReplies: 0, replies: 0 });
  const [record] = await t.database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(record).toMatchObject({
    action: 'user.end-posting',
    actorId: t.admin.userId,
    subjectId: spammer.userId,
    before: { threads: 1, othersReplies: 1, replies: 2 },
  });
  await expectInvariants();
});

it('bans the author from posting and changes nothing else of the account', async () => {
  await t.admin.delete(posts());
  for (const answer of [
    await spammer.post(THREADS, about),
    await spammer.post(`${others}/posts`, { content: 'Buy' }),
  ])
    expect([answer.statusCode, answer.json().message]).toEqual([403, POSTING_ENDED]);
  expect((await fan.post(`${others}/posts`, { content: 'Peace' })).statusCode).toBe(201);
  expect((await spammer.get('/api/auth/user')).statusCode).toBe(200);
  const users: { id: string; isPostingEnded: boolean }[] = (
    await t.admin.get('/api/admin/users')
  ).json();
  const ended = users.filter(({ isPostingEnded }) => isPostingEnded).map(({ id }) => id);
  expect(ended).toContain(spammer.userId);
  expect(ended).not.toContain(fan.userId);
});

it('removes posts and edits that are made at the same time', async () => {
  const [removal, ...writes] = await Promise.all([
    t.admin.delete(posts()),
    spammer.patch(`/api/forums/posts/${reply}`, { content: 'Buy more' }),
    spammer.post(THREADS, about),
    spammer.post(`${others}/posts`, { content: 'Buy 3' }),
  ]);
  expect(removal.statusCode).toBe(204);
  for (const { statusCode } of writes) expect([200, 201, 403, 404]).toContain(statusCode);
  expect((await t.admin.get(posts())).json()).toEqual({ threads: 0, othersReplies: 0, replies: 0 });
  await expectInvariants();
});

it("is for administrators and refuses to remove an administrator's posts", async () => {
  expect((await fan.delete(posts())).statusCode).toBe(403);
  expect((await fan.get(posts())).statusCode).toBe(403);
  for (const method of ['get', 'delete'] as const)
    expect((await t.admin[method](posts(randomUUID()))).statusCode).toBe(404);
  const own = await t.admin.delete(posts(t.admin.userId));
  expect([own.statusCode, own.json().message]).toEqual([
    409,
    'This user is an administrator. Remove the role first.',
  ]);
  expect((await fan.get(theirs)).statusCode).toBe(200);
});

import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { NEW_POSTS_MAX } from '#contract/forum-posts.ts';
import { NEWCOMER_POSTS, SHOW_THREAD_STAYS, SHOW_THREADS, SLOW_MODE_MS } from '#contract/forums.ts';
import { SHOW_THREAD_REPORTED } from '#contract/reports.ts';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { INVARIANT_QUERIES } from '../invariants/queries.ts';
import { createNewPostsFinder } from './new-posts.ts';

const THREADS = '/api/forums/threads';

let app: TestApp;
let fan: Caller;
let bystander: Caller;
let newcomer: Caller;
let otherFan: Caller;
let otherShow: string;
let show: string;

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Fan');
  bystander = await app.signUp('Bystander');
  await ageAccounts(app);
  newcomer = await app.signUp('Newcomer');
  otherFan = await app.signUp('Other fan');
  otherShow = await addShow();
  await post(bystander, 'Elsewhere', otherShow);
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.now += 60_000;
  show = await addShow();
});

const addShow = () => planTour(app).addShow({ date: new Date(app.clock.now + 20 * DAY) });
const post = (caller: Caller, content: string, id = show) =>
  caller.post(`${THREADS}/${id}/posts`, { content });
const read = async (id = show, caller = fan) => (await caller.get(`${THREADS}/${id}`)).json();
const readPosts = async (id = show, caller = fan) =>
  (await caller.get(`${THREADS}/${id}/posts`)).json();
const goLive = (id = show) => app.admin.patch(`/api/shows/${id}/status`, { status: 'live' });

const readStored = () =>
  app.database.db
    .select()
    .from(forumPosts)
    .where(eq(forumPosts.threadId, show))
    .orderBy(asc(forumPosts.createdAt));

describe("a show's thread", () => {
  it('exists as soon as the show does, and accepts posts without an opening post', async () => {
    const before = await read(otherShow);
    expect(await read()).toMatchObject({
      ...{ id: show, category: SHOW_THREADS, author: null, replyCount: 0, isLocked: false },
      show: { id: show, status: 'open' },
    });
    expect(await readPosts()).toEqual([]);
    expect((await post(fan, 'First')).json()).toMatchObject({ isOpening: false, threadId: show });
    expect((await post(bystander, 'Second')).statusCode).toBe(201);
    expect(await read()).toMatchObject({ replyCount: 2, title: (await read()).show.name });
    expect(await readPosts()).toMatchObject([{ content: 'First' }, { content: 'Second' }]);
    expect(await read(otherShow)).toEqual(before);
  });

  it('is created once when fans post at the same time', async () => {
    const responses = await Promise.all([
      ...[1, 2, 3].map((n) => post(fan, `Fan ${n}`)),
      ...[1, 2, 3].map((n) => post(bystander, `Bystander ${n}`)),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(201));
    expect((await read()).replyCount).toBe(6);
    const rows = await app.database.db.select().from(forumThreads).where(eq(forumThreads.id, show));
    expect(rows).toHaveLength(1);
  });

  it('is listed under its category only, after its first post', async () => {
    const list = async (query = '') => (await fan.get(`${THREADS}${query}`)).json();
    const ids = (threads: { id: string }[]) => threads.map(({ id }) => id);
    const category = `?category=${encodeURIComponent(SHOW_THREADS)}`;
    expect(ids(await list(category))).not.toContain(show);
    await post(fan, 'First');
    const draft = { title: 'Openers', category: 'General', content: 'Which one?' };
    const { id } = (await fan.post(THREADS, draft)).json();
    expect(ids(await list(category))).toEqual(expect.arrayContaining([show, otherShow]));
    expect(ids(await list(category))).not.toContain(id);
    expect(ids(await list())).toContain(id);
    expect(ids(await list())).not.toContain(show);
    const response = await fan.post(THREADS, { ...draft, category: SHOW_THREADS });
    expect(response.statusCode).toBe(400);
  });

  it('keeps its posts when the show is cancelled, and is deleted with the show', async () => {
    const { id } = (await post(fan, 'First')).json();
    await app.admin.patch(`/api/shows/${show}/status`, { status: 'cancelled' });
    expect(await readPosts()).toMatchObject([{ content: 'First' }]);
    expect((await app.admin.get(`/api/shows/${show}/deletion`)).json().posts).toBe(1);
    expect((await app.admin.delete(`/api/shows/${show}`)).statusCode).toBe(204);
    expect((await fan.get(`${THREADS}/${show}`)).statusCode).toBe(404);
    expect((await fan.get(`${THREADS}/${show}/posts`)).statusCode).toBe(404);
    expect((await post(fan, 'Late')).statusCode).toBe(404);
    expect((await fan.patch(`/api/forums/posts/${id}`, { content: 'x' })).statusCode).toBe(404);
    expect(await readPosts(otherShow)).toMatchObject([{ content: 'Elsewhere' }]);
  });

  it('lets authors edit and delete their posts, including the first one', async () => {
    const { id } = (await post(fan, 'First')).json();
    const { id: kept } = (await post(bystander, 'Second')).json();
    expect((await fan.patch(`/api/forums/posts/${kept}`, { content: 'x' })).statusCode).toBe(403);
    expect((await fan.patch(`/api/forums/posts/${id}`, { content: 'Edited' })).statusCode).toBe(
      200,
    );
    expect((await fan.delete(`/api/forums/posts/${id}`)).statusCode).toBe(204);
    expect(await readPosts()).toMatchObject([{ id: kept, content: 'Second', isOpening: false }]);
    expect((await bystander.delete(`/api/forums/posts/${kept}`)).statusCode).toBe(204);
    expect((await read()).replyCount).toBe(0);
    for (const [name, query] of Object.entries(INVARIANT_QUERIES))
      expect([name, (await app.database.db.execute(query)).rows]).toEqual([name, []]);
  });

  it('can be locked, but neither deleted nor reported as a whole', async () => {
    const { id } = (await post(bystander, 'Rude')).json();
    const deletion = await app.admin.delete(`${THREADS}/${show}`);
    expect([deletion.statusCode, deletion.json().message]).toEqual([409, SHOW_THREAD_STAYS]);
    const report = await fan.post(`/api/reports/thread/${show}`, { reason: 'spam' });
    expect([report.statusCode, report.json().message]).toEqual([409, SHOW_THREAD_REPORTED]);
    expect((await fan.post(`/api/reports/post/${id}`, { reason: 'spam' })).statusCode).toBe(201);
    expect((await app.admin.get('/api/admin/reports')).json()).toMatchObject([
      { kind: 'post', text: 'Rude', thread: { id: show, title: (await read()).title } },
    ]);
    await app.admin.patch(`${THREADS}/${show}`, { isLocked: true });
    expect((await post(fan, 'Late')).statusCode).toBe(409);
  });

  it("is included in its authors' exports and in an administrator's bulk removal", async () => {
    await post(newcomer, 'Spam');
    await post(fan, 'Kept');
    const { name } = (await read()).show;
    expect((await newcomer.post('/api/user/export')).json().posts).toMatchObject([
      { thread: name, content: 'Spam' },
    ]);
    const path = `/api/admin/users/${newcomer.userId}/posts`;
    expect((await app.admin.get(path)).json()).toMatchObject({ threads: 0, replies: 1 });
  });
});

describe('slow mode', () => {
  it('accepts one post per fan in ten seconds while the show is live', async () => {
    for (const n of [1, 2]) expect((await post(fan, `Early ${n}`)).statusCode).toBe(201);
    app.clock.now += SLOW_MODE_MS + 1_000;
    await goLive();
    const responses = await Promise.all([1, 2, 3, 4].map((n) => post(fan, `Live ${n}`)));
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, 429, 429, 429]);
    const rejected = responses.find(({ statusCode }) => statusCode === 429);
    expect(rejected?.headers['retry-after']).toBe('10');
    expect(rejected?.json().message).toContain('Please wait 10 seconds.');
    expect((await post(bystander, 'Other fan')).statusCode).toBe(201);
    expect((await post(fan, 'Other show', otherShow)).statusCode).toBe(201);
    app.clock.now += SLOW_MODE_MS - 1_000;
    const earlyPost = await post(fan, 'Too early');
    expect([earlyPost.statusCode, earlyPost.headers['retry-after']]).toEqual([429, '1']);
    expect(earlyPost.json().message).toContain('Please wait 1 second.');
    app.clock.now += 1_000;
    expect((await post(fan, 'On time')).statusCode).toBe(201);
    expect((await readStored()).filter(({ authorId }) => authorId === fan.userId)).toHaveLength(4);
  });

  const edit = (id: string, content: string) => fan.patch(`/api/forums/posts/${id}`, { content });

  it('counts edits as posts', async () => {
    const { id } = (await post(fan, 'First')).json();
    const { id: elsewhere } = (await post(fan, 'Other show', otherShow)).json();
    expect((await edit(id, 'Before the show')).statusCode).toBe(200);
    app.clock.now += SLOW_MODE_MS + 1_000;
    await goLive();
    const responses = await Promise.all([1, 2, 3].map((n) => edit(id, `Live ${n}`)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429]);
    expect((await post(fan, 'Too early')).statusCode).toBe(429);
    const [{ content }] = await readPosts();
    expect((await edit(id, content)).statusCode).toBe(200);
    expect((await edit(elsewhere, 'Other show, edited')).statusCode).toBe(200);
    app.clock.now += SLOW_MODE_MS + 1_000;
    expect((await post(fan, 'On time')).statusCode).toBe(201);
    expect((await edit(id, 'Too early')).headers['retry-after']).toBe('10');
    expect(await readPosts()).toMatchObject([{ content }, { content: 'On time' }]);
  });
});

describe('a new account', () => {
  it("can create at most ten of sixty simultaneous posts, even in shows' threads", async () => {
    const shows = await Promise.all(Array.from({ length: 6 }, addShow));
    const responses = await Promise.all(
      shows.flatMap((id) => Array.from({ length: 10 }, (_, n) => post(newcomer, `Spam ${n}`, id))),
    );
    const accepted = responses.filter(({ statusCode }) => statusCode === 201);
    expect(accepted).toHaveLength(NEWCOMER_POSTS.perMinute);
    const rejected = responses.filter(({ statusCode }) => statusCode !== 201);
    // On a slow machine, some give up waiting for the lock (503).
    expect(rejected.filter(({ statusCode }) => ![429, 503].includes(statusCode))).toEqual([]);
  });
});

describe('the event about new posts', () => {
  const findEvent = (id = show) => createNewPostsFinder(app.database.db)(id);

  it("contains the posts since the thread's last event, unless they are too long", async () => {
    const findNewPosts = createNewPostsFinder(app.database.db);
    const readNew = async () => (await findNewPosts(show))?.newPosts;
    for (const n of [1, 2]) await post(fan, `Post ${n}`);
    expect(await readNew()).toEqual({ total: 2, posts: (await readPosts()).slice(1) });
    for (const n of [3, 4, 5]) await post(bystander, `Post ${n}`);
    expect(await readNew()).toEqual({ total: 5, posts: (await readPosts()).slice(2) });
    await bystander.delete(`/api/forums/posts/${(await readPosts())[2].id}`);
    expect(await readNew()).toEqual({ total: 4, posts: (await readPosts()).slice(3) });
    for (let n = 0; n <= NEW_POSTS_MAX.rows; n += 1) await post(fan, `More ${n}`);
    expect((await readNew())?.posts).toEqual((await readPosts()).slice(-NEW_POSTS_MAX.rows));
    for (const n of [1, 2]) await post(fan, String(n).repeat(9_000));
    expect(await readNew()).toBeUndefined();
  });

  it("doesn't contain the posts of a fan's thread", async () => {
    const draft = { title: 'Openers', category: 'General', content: 'Which one?' };
    expect(await findEvent((await fan.post(THREADS, draft)).json().id)).toBeUndefined();
  });

  it('is not sent to fans in a block with any author', async () => {
    const blocker = await app.signUp('Blocker');
    const blocked = await app.signUp('Blocked');
    await blocker.post('/api/user/blocks', { userId: fan.userId });
    await bystander.post('/api/user/blocks', { userId: blocked.userId });
    await newcomer.post('/api/user/blocks', { userId: otherFan.userId });
    await post(fan, 'First');
    for (let n = 0; n <= NEW_POSTS_MAX.rows; n += 1) await post(bystander, `Post ${n}`);
    expect((await findEvent())?.withheldFrom).toEqual(new Set([blocker.userId, blocked.userId]));
  });
});

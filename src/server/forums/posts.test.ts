import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { auditLog } from '../db/schema/audit.ts';

const THREADS = '/api/forums/threads';
const POSTS = '/api/forums/posts';

let app: TestApp;
let ann: Caller;
let ben: Caller;
let thread: string;

beforeAll(async () => {
  app = await openTestApp();
  ann = await app.signUp('Ann');
  ben = await app.signUp('Ben');
});

afterAll(() => app.close());

beforeEach(async () => {
  const body = { title: 'Last night', category: 'General', content: 'What a show' };
  thread = `${THREADS}/${(await ann.post(THREADS, body)).json().id}`;
});

async function reply(author: Caller, content: string) {
  const response = await author.post(`${thread}/posts`, { content });
  expect(response.statusCode).toBe(201);
  return response.json();
}

const listContents = async (query = '') =>
  (await ben.get(`${thread}/posts${query}`))
    .json()
    .map((post: { content: string }) => post.content);

const fetchSummary = async () => (await ben.get(thread)).json();

it('appends replies in order even within one millisecond', async () => {
  for (const n of [1, 2, 3, 4, 5]) await reply(n % 2 ? ben : ann, `Reply ${n}`);
  expect(await listContents()).toEqual([
    'What a show',
    ...[1, 2, 3, 4, 5].map((n) => `Reply ${n}`),
  ]);
  const posts = (await ben.get(`${thread}/posts`)).json();
  expect(posts[1]).toEqual({
    id: posts[1].id,
    threadId: thread.split('/').at(-1),
    isOpening: false,
    content: 'Reply 1',
    hidden: null,
    author: { id: ben.userId, username: 'Ben' },
    createdAt: posts[1].createdAt,
    updatedAt: posts[1].createdAt,
  });
  expect(await fetchSummary()).toMatchObject({ replyCount: 5, lastActivityAt: posts[5].createdAt });
});

it('returns a page of posts with the total count', async () => {
  for (const n of [1, 2, 3, 4]) await reply(ann, `Reply ${n}`);
  const response = await ben.get(`${thread}/posts?limit=2&offset=2`);
  expect(response.headers['x-total-count']).toBe('5');
  expect(await listContents('?limit=2&offset=2')).toEqual(['Reply 2', 'Reply 3']);
  expect(await listContents('?offset=9')).toEqual([]);
  for (const query of ['limit=0', 'limit=101', 'offset=x'])
    expect((await ben.get(`${thread}/posts?${query}`)).statusCode).toBe(400);
});

it("edits the author's own posts, including the opening post, and no others", async () => {
  const post = await reply(ben, 'Teh best');
  app.clock.now += 5_000;
  const edited = await ben.patch(`${POSTS}/${post.id}`, { content: 'The best', createdAt: 'x' });
  expect(edited.json()).toEqual({
    ...post,
    content: 'The best',
    updatedAt: new Date(app.clock.now).toISOString(),
  });
  expect(await listContents()).toEqual(['What a show', 'The best']);
  expect((await fetchSummary()).lastActivityAt).toBe(post.createdAt);
  const [opening] = (await ben.get(`${thread}/posts`)).json();
  expect((await ann.patch(`${POSTS}/${opening.id}`, { content: 'Wow' })).statusCode).toBe(200);
  for (const otherUser of [ann, app.admin]) {
    const response = await otherUser.patch(`${POSTS}/${post.id}`, { content: 'Not mine' });
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      'You can only edit your own posts',
    ]);
  }
});

it("deletes the author's own reply and restores the previous last activity", async () => {
  const firstReply = await reply(ben, 'First');
  app.clock.now += 60_000;
  const secondReply = await reply(ann, 'Second');
  expect((await ben.delete(`${POSTS}/${secondReply.id}`)).statusCode).toBe(403);
  expect((await ann.delete(`${POSTS}/${secondReply.id}`)).statusCode).toBe(204);
  expect(await listContents()).toEqual(['What a show', 'First']);
  expect(await fetchSummary()).toMatchObject({
    replyCount: 1,
    lastActivityAt: firstReply.createdAt,
  });
  expect((await ann.delete(`${POSTS}/${secondReply.id}`)).statusCode).toBe(404);
  expect((await ann.patch(`${POSTS}/${secondReply.id}`, { content: 'x' })).statusCode).toBe(404);
});

it('lets administrators delete any reply, but not the opening post, and records it in the audit log', async () => {
  const post = await reply(ben, 'Buy now');
  expect((await app.admin.delete(`${POSTS}/${post.id}`)).statusCode).toBe(204);
  const [record] = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, post.id));
  expect(record).toMatchObject({
    action: 'post.delete',
    actorId: app.admin.userId,
    before: { content: 'Buy now', author: { username: 'Ben' } },
  });
  const [opening] = (await ben.get(`${thread}/posts`)).json();
  for (const caller of [ann, app.admin])
    expect((await caller.delete(`${POSTS}/${opening.id}`)).statusCode).toBe(409);
});

describe('a locked thread', () => {
  it('rejects changes by fans and accepts replies by administrators', async () => {
    const post = await reply(ben, 'Before');
    await app.admin.patch(thread, { isLocked: true });
    for (const response of [
      await ben.post(`${thread}/posts`, { content: 'After' }),
      await ben.patch(`${POSTS}/${post.id}`, { content: 'After' }),
      await ben.delete(`${POSTS}/${post.id}`),
    ])
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        'This thread is locked',
      ]);
    expect(await listContents()).toEqual(['What a show', 'Before']);
    await reply(app.admin, 'Closed, thanks all');
    await app.admin.patch(thread, { isLocked: false });
    await reply(ben, 'After');
    expect((await fetchSummary()).replyCount).toBe(3);
  });
});

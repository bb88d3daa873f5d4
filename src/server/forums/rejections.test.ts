import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST_MAX } from '#contract/forum-posts.ts';
import { THREAD_TITLE_MAX } from '#contract/forums.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const THREADS = '/api/forums/threads';

let app: TestApp;
let fan: Caller;
let thread: string;
let postId: string;
const valid = { title: 'A title', category: 'General', content: 'Words' };

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Ann');
  thread = `${THREADS}/${(await fan.post(THREADS, valid)).json().id}`;
  postId = (await fan.get(`${thread}/posts`)).json()[0].id;
});

afterAll(() => app.close());

const readCounts = async () => [
  (await fan.get(THREADS)).headers['x-total-count'],
  (await fan.get(`${thread}/posts`)).headers['x-total-count'],
];

describe('a visitor', () => {
  it.each([
    ['get', ''],
    ['get', '/id'],
    ['get', '/id/posts'],
    ['post', ''],
    ['post', '/id/posts'],
    ['patch', '/id'],
    ['delete', '/id'],
  ] as const)('gets 401: %s %s', async (method, path) => {
    const url = `${THREADS}${path.replace('id', randomUUID())}`;
    expect((await app.visitor[method](url)).statusCode).toBe(401);
    const post = `/api/forums/posts/${postId}`;
    expect((await app.visitor.patch(post, { content: 'x' })).statusCode).toBe(401);
    expect((await app.visitor.delete(post)).statusCode).toBe(401);
  });
});

it.each([randomUUID(), 'not-an-id', '1%00'])('returns 404 for the ID %s', async (id) => {
  const { admin } = app;
  for (const response of [
    await fan.get(`${THREADS}/${id}`),
    await fan.get(`${THREADS}/${id}/posts`),
    await fan.post(`${THREADS}/${id}/posts`, { content: 'x' }),
    await admin.patch(`${THREADS}/${id}`, { isPinned: 1 }),
    await fan.delete(`${THREADS}/${id}`),
    await fan.patch(`/api/forums/posts/${id}`, { content: 'x' }),
    await fan.delete(`/api/forums/posts/${id}`),
  ])
    expect(response.statusCode).toBe(404);
});

describe('a new thread', () => {
  it.each([
    ['no title', { title: undefined }, 'Title is required'],
    ['an empty title', { title: '' }, 'Title is required'],
    ['a blank title', { title: ' \t\n' }, 'Title is required'],
    ['an invisible title', { title: '\u200b\u2060\u3164' }, 'Title is required'],
    [
      'a long title',
      { title: 'x'.repeat(THREAD_TITLE_MAX + 1) },
      'Title must have at most 255 characters',
    ],
    ['a title that is not text', { title: ['x'] }, 'Title must be text'],
    ['no category', { category: undefined }, 'Choose a category'],
    ['an unknown category', { category: 'Scalping' }, 'Choose a category'],
    ['no post', { content: undefined }, 'Content is required'],
    ['an empty post', { content: '' }, 'Content is required'],
    [
      'a long post',
      { content: 'x'.repeat(POST_MAX + 1) },
      'Content must have at most 10,000 characters',
    ],
    ['U+0000', { content: 'a\u0000b' }, 'cannot be stored'],
    ['half a surrogate pair', { title: 'a\ud83d' }, 'cannot be stored'],
  ])('is rejected with %s', async (_, fields, message) => {
    const countsBefore = await readCounts();
    const response = await fan.post(THREADS, { ...valid, ...fields });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toContain(message);
    expect(await readCounts()).toEqual(countsBefore);
  });

  it('ignores fields that the author must not set', async () => {
    const extra = { isPinned: 1, isLocked: true, replyCount: 9, authorId: app.admin.userId };
    const createdEntry = (await fan.post(THREADS, { ...valid, ...extra, __proto__: extra })).json();
    expect(createdEntry).toMatchObject({
      isPinned: 0,
      isLocked: false,
      replyCount: 0,
      author: { id: fan.userId },
    });
  });
});

describe('a post', () => {
  it('stores the longest allowed text unchanged in any script', async () => {
    for (const content of ['é'.repeat(POST_MAX), '🎸'.repeat(POST_MAX / 2), 'مرحبا\n\n  عالم']) {
      const createdEntry = await fan.post(`${thread}/posts`, { content });
      expect(createdEntry.statusCode).toBe(201);
      expect(createdEntry.json().content).toBe(content);
    }
    const escaped = `{"content":"${'\\u00e9'.repeat(POST_MAX)}"}`;
    const headers = { 'content-type': 'application/json' };
    expect((await fan.post(`${thread}/posts`, escaped, headers)).statusCode).toBe(201);
  });

  it('returns markup as plain text', async () => {
    const content = '<img src=x onerror="alert(1)"> javascript:alert(1)';
    expect((await fan.post(`${thread}/posts`, { content })).json().content).toBe(content);
  });

  it.each(['', '  ', '\u200b', 7, null, undefined, 'x'.repeat(POST_MAX + 1), 'a\u0000'])(
    'rejects %j in a reply and in an edit',
    async (content) => {
      const countsBefore = await readCounts();
      expect((await fan.post(`${thread}/posts`, { content })).statusCode).toBe(400);
      if (content !== undefined)
        expect((await fan.patch(`/api/forums/posts/${postId}`, { content })).statusCode).toBe(400);
      expect(await readCounts()).toEqual(countsBefore);
    },
  );

  it('rejects a body larger than 64 KB, and one larger than 16 KB on other routes', async () => {
    const content = 'x'.repeat(64 * 1024);
    expect((await fan.post(`${thread}/posts`, { content })).statusCode).toBe(413);
    expect((await fan.post(THREADS, { ...valid, content })).statusCode).toBe(413);
    expect((await fan.patch(`/api/forums/posts/${postId}`, { content })).statusCode).toBe(413);
    const padding = 'x'.repeat(16 * 1024);
    expect((await app.admin.patch(thread, { isPinned: 0, padding })).statusCode).toBe(413);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { auditLog } from '../db/schema/audit.ts';

const THREADS = '/api/forums/threads';

let app: TestApp;
let ann: Caller;
let ben: Caller;

beforeAll(async () => {
  app = await openTestApp();
  ann = await app.signUp('Ann');
  ben = await app.signUp('Ben');
});

afterAll(() => app.close());

async function createThread(author: Caller, title: string, fields: object = {}) {
  app.clock.now += 1_000;
  const body = { title, category: 'General', content: `About ${title}`, ...fields };
  const response = await author.post(THREADS, body);
  expect(response.statusCode).toBe(201);
  return response.json();
}

const listTitles = async (query = '') =>
  (await ben.get(`${THREADS}${query}`)).json().map(({ title }: { title: string }) => title);

test('returns an empty list if no thread exists', async () => {
  const response = await ben.get(THREADS);
  expect([response.json(), response.headers['x-total-count']]).toEqual([[], '0']);
});

test('lists a new thread with exactly the fields that the pages need', async () => {
  const createdThread = await createThread(ann, '  The opener of the tour  ', {
    category: 'Predictions',
  });
  const createdAt = new Date(app.clock.now).toISOString();
  expect((await ben.get(THREADS)).json()).toEqual([
    {
      id: createdThread.id,
      title: 'The opener of the tour',
      category: 'Predictions',
      isPinned: 0,
      isLocked: false,
      replyCount: 0,
      lastActivityAt: createdAt,
      hidden: null,
      author: { username: 'Ann' },
      show: null,
    },
  ]);
  expect(createdThread).toEqual({
    ...(await ben.get(THREADS)).json()[0],
    createdAt,
    author: { id: ann.userId, username: 'Ann' },
  });
  expect((await ben.get(`${THREADS}/${createdThread.id}`)).json()).toEqual(createdThread);
  expect((await ben.get(`${THREADS}/${createdThread.id}/posts`)).json()).toMatchObject([
    { isOpening: true, content: 'About   The opener of the tour', author: { username: 'Ann' } },
  ]);
});

test('lists pinned threads first, then by latest activity', async () => {
  const old = await createThread(ann, 'Old');
  const pinned = await createThread(ann, 'Pinned');
  await createThread(ann, 'New');
  app.clock.now += 1_000;
  await ben.post(`${THREADS}/${old.id}/posts`, { content: 'Up again' });
  await app.admin.patch(`${THREADS}/${pinned.id}`, { isPinned: 1 });
  expect(await listTitles()).toEqual(['Pinned', 'Old', 'New', 'The opener of the tour']);
  expect((await ben.get(THREADS)).json()[1]).toMatchObject({
    replyCount: 1,
    lastActivityAt: new Date(app.clock.now).toISOString(),
  });
  await app.admin.patch(`${THREADS}/${pinned.id}`, { isPinned: 0 });
  expect(await listTitles()).toEqual(['Old', 'New', 'Pinned', 'The opener of the tour']);
});

test('returns a page of threads with the total count, and 304 for a matching ETag', async () => {
  const allTitles = await listTitles();
  const page = await ben.get(`${THREADS}?limit=2&offset=1`);
  expect(page.headers['x-total-count']).toBe(String(allTitles.length));
  expect(await listTitles('?limit=2&offset=1')).toEqual(allTitles.slice(1, 3));
  expect(page.headers['cache-control']).toBe('private, no-cache');
  const secondResponse = await ann.get(`${THREADS}?limit=2&offset=1`, {
    'if-none-match': String(page.headers.etag),
  });
  expect(secondResponse.statusCode).toBe(304);
  for (const query of ['limit=0', 'limit=501', 'offset=-1', 'limit=x'])
    expect((await ben.get(`${THREADS}?${query}`)).statusCode).toBe(400);
});

test('lists and counts only the threads of a category', async () => {
  const category = 'Tickets & Travel';
  const url = `${THREADS}?category=${encodeURIComponent(category)}`;
  expect((await ben.get(url)).json()).toEqual([]);
  const { id } = await createThread(ann, 'A spare ticket', { category });
  await createThread(ann, 'Another one', { category });
  await app.admin.patch(`${THREADS}/${id}`, { isPinned: 1 });
  const response = await ben.get(`${url}&limit=1`);
  expect(response.json()).toMatchObject([{ title: 'A spare ticket', category }]);
  expect(response.headers['x-total-count']).toBe('2');
  await app.admin.patch(`${THREADS}/${id}`, { isPinned: 0 });
  expect((await ben.get(`${THREADS}?category=Gossip`)).statusCode).toBe(400);
});

test("updates an author's new name immediately", async () => {
  const caller = await app.signUp('Before');
  const { id } = await createThread(caller, 'Renamed');
  expect((await ben.get(`${THREADS}/${id}`)).json().author.username).toBe('Before');
  await caller.patch('/api/user/profile', { username: 'After' });
  for (const url of [`${THREADS}/${id}`, `${THREADS}/${id}/posts`, THREADS])
    expect((await ben.get(url)).body).toContain('"After"');
});

describe('administrators', () => {
  test('can pin and lock threads, which writes an audit record; fans get 403', async () => {
    const { id } = await createThread(ann, 'Order');
    const url = `${THREADS}/${id}`;
    expect((await ann.patch(url, { isPinned: 1 })).statusCode).toBe(403);
    const response = await app.admin.patch(url, { isPinned: 1, isLocked: true, title: 'Mine' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ isPinned: 1, isLocked: true, title: 'Order' });
    expect((await ben.get(url)).json()).toEqual(response.json());
    expect(await findAuditRecords(id)).toMatchObject([
      {
        action: 'thread.update',
        actorId: app.admin.userId,
        before: { isPinned: 0, isLocked: false },
        after: { isPinned: 1, isLocked: true },
      },
    ]);
    for (const body of [{ isPinned: 2 }, { isPinned: true }, { isLocked: 1 }])
      expect((await app.admin.patch(url, body)).statusCode).toBe(400);
    await app.admin.patch(url, { isPinned: 0 });
  });

  test('can delete any thread with its posts, which writes an audit record', async () => {
    const { id } = await createThread(ann, 'Spam');
    await ben.post(`${THREADS}/${id}/posts`, { content: 'Why?' });
    expect((await app.admin.delete(`${THREADS}/${id}`)).statusCode).toBe(204);
    for (const url of [`${THREADS}/${id}`, `${THREADS}/${id}/posts`])
      expect((await ben.get(url)).statusCode).toBe(404);
    expect(await listTitles()).not.toContain('Spam');
    expect(await findAuditRecords(id)).toMatchObject([
      {
        action: 'thread.delete',
        before: { thread: { title: 'Spam' }, opening: { content: 'About Spam' } },
      },
    ]);
  });
});

describe("deleting the author's own thread", () => {
  test('succeeds until someone replies', async () => {
    const { id } = await createThread(ann, 'Typo');
    const url = `${THREADS}/${id}`;
    expect((await ben.delete(url)).json().message).toBe('You can only delete your own threads');
    const reply = (await ben.post(`${url}/posts`, { content: 'Ha' })).json();
    const response = await ann.delete(url);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'A thread with replies can only be deleted by a moderator',
    ]);
    await ben.delete(`/api/forums/posts/${reply.id}`);
    expect((await ann.delete(url)).statusCode).toBe(204);
    expect((await ann.delete(url)).statusCode).toBe(404);
    expect(await findAuditRecords(id)).toEqual([]);
  });

  test('is rejected once the thread is locked', async () => {
    const { id } = await createThread(ann, 'Evidence');
    await app.admin.patch(`${THREADS}/${id}`, { isLocked: true });
    const response = await ann.delete(`${THREADS}/${id}`);
    expect([response.statusCode, response.json().message]).toEqual([409, 'This thread is locked']);
  });
});

async function findAuditRecords(subjectId: string) {
  return app.database.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));
}

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

async function openThread(author: Caller, title: string, fields: object = {}) {
  app.clock.now += 1_000;
  const body = { title, category: 'General', content: `About ${title}`, ...fields };
  const response = await author.post(THREADS, body);
  expect(response.statusCode).toBe(201);
  return response.json();
}

const titles = async (query = '') =>
  (await ben.get(`${THREADS}${query}`)).json().map(({ title }: { title: string }) => title);

it('returns an empty list at first', async () => {
  const response = await ben.get(THREADS);
  expect([response.json(), response.headers['x-total-count']]).toEqual([[], '0']);
});

it('lists a new thread with exactly the fields that the pages need', async () => {
  const created = await openThread(ann, '  The opener of the tour  ', { category: 'Predictions' });
  const createdAt = new Date(app.clock.now).toISOString();
  expect((await ben.get(THREADS)).json()).toEqual([
    {
      id: created.id,
      title: 'The opener of the tour',
      category: 'Predictions',
      isPinned: 0,
      isLocked: false,
      replyCount: 0,
      lastActivityAt: createdAt,
      author: { username: 'Ann' },
    },
  ]);
  expect(created).toEqual({
    ...(await ben.get(THREADS)).json()[0],
    createdAt,
    author: { id: ann.userId, username: 'Ann' },
  });
  expect((await ben.get(`${THREADS}/${created.id}`)).json()).toEqual(created);
  expect((await ben.get(`${THREADS}/${created.id}/posts`)).json()).toMatchObject([
    { isOpening: true, content: 'About   The opener of the tour', author: { username: 'Ann' } },
  ]);
});

it('lists pinned threads first, then by latest activity', async () => {
  const old = await openThread(ann, 'Old');
  const pinned = await openThread(ann, 'Pinned');
  await openThread(ann, 'New');
  app.clock.now += 1_000;
  await ben.post(`${THREADS}/${old.id}/posts`, { content: 'Up again' });
  await app.admin.patch(`${THREADS}/${pinned.id}`, { isPinned: 1 });
  expect(await titles()).toEqual(['Pinned', 'Old', 'New', 'The opener of the tour']);
  expect((await ben.get(THREADS)).json()[1]).toMatchObject({
    replyCount: 1,
    lastActivityAt: new Date(app.clock.now).toISOString(),
  });
  await app.admin.patch(`${THREADS}/${pinned.id}`, { isPinned: 0 });
  expect(await titles()).toEqual(['Old', 'New', 'Pinned', 'The opener of the tour']);
});

it('pages the threads with the total count and returns 304 for a matching ETag', async () => {
  const allTitles = await titles();
  const page = await ben.get(`${THREADS}?limit=2&offset=1`);
  expect(page.headers['x-total-count']).toBe(String(allTitles.length));
  expect(await titles('?limit=2&offset=1')).toEqual(allTitles.slice(1, 3));
  expect(page.headers['cache-control']).toBe('private, no-cache');
  const again = await ann.get(`${THREADS}?limit=2&offset=1`, {
    'if-none-match': String(page.headers.etag),
  });
  expect(again.statusCode).toBe(304);
  for (const query of ['limit=0', 'limit=501', 'offset=-1', 'limit=x'])
    expect((await ben.get(`${THREADS}?${query}`)).statusCode).toBe(400);
});

it("shows an author's new name immediately", async () => {
  const caller = await app.signUp('Before');
  const { id } = await openThread(caller, 'Renamed');
  expect((await ben.get(`${THREADS}/${id}`)).json().author.username).toBe('Before');
  await caller.patch('/api/user/profile', { username: 'After' });
  for (const url of [`${THREADS}/${id}`, `${THREADS}/${id}/posts`, THREADS])
    expect((await ben.get(url)).body).toContain('"After"');
});

describe('administrators', () => {
  it('pin and lock threads with an audit row; fans get 403', async () => {
    const { id } = await openThread(ann, 'Order');
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

  it('delete any thread with its posts and write an audit row', async () => {
    const { id } = await openThread(ann, 'Spam');
    await ben.post(`${THREADS}/${id}/posts`, { content: 'Why?' });
    expect((await app.admin.delete(`${THREADS}/${id}`)).statusCode).toBe(204);
    for (const url of [`${THREADS}/${id}`, `${THREADS}/${id}/posts`])
      expect((await ben.get(url)).statusCode).toBe(404);
    expect(await titles()).not.toContain('Spam');
    expect(await findAuditRecords(id)).toMatchObject([
      {
        action: 'thread.delete',
        before: { thread: { title: 'Spam' }, opening: { content: 'About Spam' } },
      },
    ]);
  });
});

describe("deleting the author's own thread", () => {
  it('is possible until someone replies', async () => {
    const { id } = await openThread(ann, 'Typo');
    const url = `${THREADS}/${id}`;
    expect((await ben.delete(url)).json().message).toBe('You can only delete your own threads');
    const reply = (await ben.post(`${url}/posts`, { content: 'Ha' })).json();
    const rejection = await ann.delete(url);
    expect([rejection.statusCode, rejection.json().message]).toEqual([
      409,
      'A thread with replies can only be deleted by an administrator',
    ]);
    await ben.delete(`/api/forums/posts/${reply.id}`);
    expect((await ann.delete(url)).statusCode).toBe(204);
    expect((await ann.delete(url)).statusCode).toBe(404);
    expect(await findAuditRecords(id)).toEqual([]);
  });

  it('is rejected once the thread is locked', async () => {
    const { id } = await openThread(ann, 'Evidence');
    await app.admin.patch(`${THREADS}/${id}`, { isLocked: true });
    const rejection = await ann.delete(`${THREADS}/${id}`);
    expect([rejection.statusCode, rejection.json().message]).toEqual([
      409,
      'This thread is locked',
    ]);
  });
});

async function findAuditRecords(subjectId: string) {
  return app.database.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));
}

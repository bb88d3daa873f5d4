import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { auditLog } from '../db/schema/audit.ts';

const THREADS = '/api/forums/threads';

let t: TestApp;
let ann: Caller;
let ben: Caller;

beforeAll(async () => {
  t = await openTestApp();
  ann = await t.signUp('Ann');
  ben = await t.signUp('Ben');
});

afterAll(() => t.close());

async function open(by: Caller, title: string, more: object = {}) {
  t.clock.now += 1_000;
  const body = { title, category: 'General', content: `About ${title}`, ...more };
  const answer = await by.post(THREADS, body);
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

const titles = async (query = '') =>
  (await ben.get(`${THREADS}${query}`)).json().map(({ title }: { title: string }) => title);

it('returns an empty list at first', async () => {
  const answer = await ben.get(THREADS);
  expect([answer.json(), answer.headers['x-total-count']]).toEqual([[], '0']);
});

it('lists a new thread in exactly the shape that the screens read', async () => {
  const made = await open(ann, '  The opener of the tour  ', { category: 'Predictions' });
  const createdAt = new Date(t.clock.now).toISOString();
  expect((await ben.get(THREADS)).json()).toEqual([
    {
      id: made.id,
      title: 'The opener of the tour',
      category: 'Predictions',
      isPinned: 0,
      isLocked: false,
      replyCount: 0,
      lastActivityAt: createdAt,
      author: { username: 'Ann' },
    },
  ]);
  expect(made).toEqual({
    ...(await ben.get(THREADS)).json()[0],
    createdAt,
    author: { id: ann.userId, username: 'Ann' },
  });
  expect((await ben.get(`${THREADS}/${made.id}`)).json()).toEqual(made);
  expect((await ben.get(`${THREADS}/${made.id}/posts`)).json()).toMatchObject([
    { isOpening: true, content: 'About   The opener of the tour', author: { username: 'Ann' } },
  ]);
});

it('lists pinned threads first, then by latest activity', async () => {
  const old = await open(ann, 'Old');
  const pinned = await open(ann, 'Pinned');
  await open(ann, 'New');
  t.clock.now += 1_000;
  await ben.post(`${THREADS}/${old.id}/posts`, { content: 'Up again' });
  await t.admin.patch(`${THREADS}/${pinned.id}`, { isPinned: 1 });
  expect(await titles()).toEqual(['Pinned', 'Old', 'New', 'The opener of the tour']);
  expect((await ben.get(THREADS)).json()[1]).toMatchObject({
    replyCount: 1,
    lastActivityAt: new Date(t.clock.now).toISOString(),
  });
  await t.admin.patch(`${THREADS}/${pinned.id}`, { isPinned: 0 });
  expect(await titles()).toEqual(['Old', 'New', 'Pinned', 'The opener of the tour']);
});

it('pages the threads with the total count and answers 304 to a matching tag', async () => {
  const whole = await titles();
  const page = await ben.get(`${THREADS}?limit=2&offset=1`);
  expect(page.headers['x-total-count']).toBe(String(whole.length));
  expect(await titles('?limit=2&offset=1')).toEqual(whole.slice(1, 3));
  expect(page.headers['cache-control']).toBe('private, no-cache');
  const again = await ann.get(`${THREADS}?limit=2&offset=1`, {
    'if-none-match': String(page.headers.etag),
  });
  expect(again.statusCode).toBe(304);
  for (const query of ['limit=0', 'limit=501', 'offset=-1', 'limit=x'])
    expect((await ben.get(`${THREADS}?${query}`)).statusCode).toBe(400);
});

it("shows an author's new name at once", async () => {
  const caller = await t.signUp('Before');
  const { id } = await open(caller, 'Renamed');
  expect((await ben.get(`${THREADS}/${id}`)).json().author.username).toBe('Before');
  await caller.patch('/api/user/profile', { username: 'After' });
  for (const url of [`${THREADS}/${id}`, `${THREADS}/${id}/posts`, THREADS])
    expect((await ben.get(url)).body).toContain('"After"');
});

describe('administrators', () => {
  it('pin and lock threads with an audit row; fans get 403', async () => {
    const { id } = await open(ann, 'Order');
    const url = `${THREADS}/${id}`;
    expect((await ann.patch(url, { isPinned: 1 })).statusCode).toBe(403);
    const answer = await t.admin.patch(url, { isPinned: 1, isLocked: true, title: 'Mine' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ isPinned: 1, isLocked: true, title: 'Order' });
    expect((await ben.get(url)).json()).toEqual(answer.json());
    expect(await records(id)).toMatchObject([
      {
        action: 'thread.update',
        actorId: t.admin.userId,
        before: { isPinned: 0, isLocked: false },
        after: { isPinned: 1, isLocked: true },
      },
    ]);
    for (const body of [{ isPinned: 2 }, { isPinned: true }, { isLocked: 1 }])
      expect((await t.admin.patch(url, body)).statusCode).toBe(400);
    await t.admin.patch(url, { isPinned: 0 });
  });

  it('delete any thread with its posts and write an audit row', async () => {
    const { id } = await open(ann, 'Spam');
    await ben.post(`${THREADS}/${id}/posts`, { content: 'Why?' });
    expect((await t.admin.delete(`${THREADS}/${id}`)).statusCode).toBe(204);
    for (const url of [`${THREADS}/${id}`, `${THREADS}/${id}/posts`])
      expect((await ben.get(url)).statusCode).toBe(404);
    expect(await titles()).not.toContain('Spam');
    expect(await records(id)).toMatchObject([
      {
        action: 'thread.delete',
        before: { thread: { title: 'Spam' }, opening: { content: 'About Spam' } },
      },
    ]);
  });
});

describe("deleting the author's own thread", () => {
  it('is possible until someone replies', async () => {
    const { id } = await open(ann, 'Typo');
    const url = `${THREADS}/${id}`;
    expect((await ben.delete(url)).json().message).toBe('You can only delete your own threads');
    const reply = (await ben.post(`${url}/posts`, { content: 'Ha' })).json();
    const refused = await ann.delete(url);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'A thread with replies can only be deleted by an administrator',
    ]);
    await ben.delete(`/api/forums/posts/${reply.id}`);
    expect((await ann.delete(url)).statusCode).toBe(204);
    expect((await ann.delete(url)).statusCode).toBe(404);
    expect(await records(id)).toEqual([]);
  });

  it('is refused once the thread is locked', async () => {
    const { id } = await open(ann, 'Evidence');
    await t.admin.patch(`${THREADS}/${id}`, { isLocked: true });
    const refused = await ann.delete(`${THREADS}/${id}`);
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This thread is locked']);
  });
});

async function records(subjectId: string) {
  return t.database.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));
}

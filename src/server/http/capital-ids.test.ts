import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { type Answer, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { type Bus, createLocalBus } from '../changes/bus.ts';

let server: TestApp;
let told: Change[];

beforeAll(async () => {
  const bus: Bus = createLocalBus();
  bus.subscribe((changes) => told.push(...changes));
  told = [];
  server = await openTestApp({ bus });
});
afterAll(() => server.close());

const shout = (id: string) => id.toUpperCase();

/** What came of a write through capitals: nothing that it told is in capitals. */
function expectTold(answer: Answer, status: number): void {
  expect(answer.statusCode, answer.body).toBe(status);
  const ids = JSON.stringify(told).match(/[\da-f]{8}-[\da-f]{4}-[\w-]{22}/gi) ?? [];
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) expect(id).toBe(id.toLowerCase());
  told.length = 0;
}

test('writes through ids in capitals tell the id that pages know, and leave standings fresh', async () => {
  const { admin } = server;
  const fan = await server.signUp('marigold');
  const date = new Date(server.clock.now + 86_400_000).toISOString();
  const create = async (url: string, body: object) => (await admin.post(url, body)).json().id;
  const show: string = await create('/api/shows', { name: 'Night', city: 'Richmond', date });
  const other: string = await create('/api/shows', { name: 'Other', city: 'Richmond', date });
  const first: string = await create('/api/songs', { title: 'Lantern' });
  const second: string = await create('/api/songs', { title: 'Harbour' });
  const prediction = await fan.post('/api/predictions', { showId: show, songIds: [first] });
  const setlist = `/api/shows/${shout(show)}/setlist`;
  const points = async () => (await fan.get(`/api/leaderboard/show/${show}`)).json()[0].totalPoints;
  expect(await points()).toBe(0);
  told.length = 0;

  const songIds = [shout(first), shout(second)];
  const edited = await fan.patch(`/api/predictions/${shout(prediction.json().id)}`, { songIds });
  expectTold(edited, 200);
  expectTold(await admin.patch(`/api/shows/${shout(show)}/status`, { status: 'live' }), 200);
  expect(await points()).toBe(0);
  const added = await admin.post(setlist, { songId: shout(second) });
  expectTold(added, 201);
  expect(await points()).toBe(10);
  const row = `${setlist}/${shout(added.json().id)}`;
  expectTold(await admin.patch(row, { isCloser: true }), 200);
  expect(await points()).toBe(41);
  expectTold(await admin.patch(row, { songId: shout(first) }), 200);
  expectTold(await admin.post(`${setlist}/undo`), 200);
  expect(await points()).toBe(41);
  expectTold(await admin.post(`/api/shows/${shout(show)}/calculate-scores`), 200);
  expectTold(await admin.delete(row), 204);
  expect(await points()).toBe(0);
  expectTold(await admin.patch(`/api/shows/${shout(show)}`, { name: 'Renamed' }), 200);
  expect((await fan.get(`/api/shows/${show}`)).json().name).toBe('Renamed');
  await admin.post(setlist, { songId: second });
  told.length = 0;
  expectTold(await admin.delete(`/api/songs/${shout(second)}`), 204);
  expect(await points()).toBe(0);
  expectTold(await admin.delete(`/api/shows/${shout(show)}`), 204);
  expect((await fan.get(`/api/leaderboard/show/${show}`)).statusCode).toBe(404);
  expect((await fan.get(`/api/leaderboard/show/${other}`)).json()).toEqual([]);
});

test('threads and posts too', async () => {
  const { admin } = server;
  const thread = await admin.post('/api/forums/threads', {
    title: 'Openers',
    category: 'General',
    content: 'Which?',
  });
  const id: string = thread.json().id;
  told.length = 0;
  const posts = `/api/forums/threads/${shout(id)}/posts`;
  const post = await admin.post(posts, { content: 'Lantern' });
  expectTold(post, 201);
  const ofPost = `/api/forums/posts/${shout(post.json().id)}`;
  expectTold(await admin.patch(ofPost, { content: 'Harbour' }), 200);
  expectTold(await admin.delete(ofPost), 204);
  expectTold(await admin.patch(`/api/forums/threads/${shout(id)}`, { isPinned: 1 }), 200);
  expectTold(await admin.delete(`/api/forums/threads/${shout(id)}`), 204);
});

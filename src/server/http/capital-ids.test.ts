import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { openTestApp, type TestApp, type TestResponse } from '../../../tests/support/test-app.ts';
import { type Bus, createLocalBus } from '../changes/bus.ts';

let app: TestApp;
let announcedChanges: Change[];

beforeAll(async () => {
  const bus: Bus = createLocalBus();
  bus.subscribe((changes) => announcedChanges.push(...changes));
  announcedChanges = [];
  app = await openTestApp({ bus });
});
afterAll(() => app.close());

const toUpperCase = (id: string) => id.toUpperCase();

function expectAnnounced(response: TestResponse, status: number): void {
  expect(response.statusCode, response.body).toBe(status);
  const ids = JSON.stringify(announcedChanges).match(/[\da-f]{8}-[\da-f]{4}-[\w-]{22}/gi) ?? [];
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) expect(id).toBe(id.toLowerCase());
  announcedChanges.length = 0;
}

test('announces lowercase IDs and keeps standings fresh when a write uses uppercase IDs', async () => {
  const { admin } = app;
  const fan = await app.signUp('marigold');
  const date = new Date(app.clock.now + 86_400_000).toISOString();
  const create = async (url: string, body: object) => (await admin.post(url, body)).json().id;
  const show: string = await create('/api/shows', { name: 'Night', city: 'Richmond', date });
  const otherShow: string = await create('/api/shows', { name: 'Other', city: 'Richmond', date });
  const songId: string = await create('/api/songs', { title: 'Lantern' });
  const otherSongId: string = await create('/api/songs', { title: 'Harbour' });
  const prediction = await fan.post('/api/predictions', { showId: show, songIds: [songId] });
  const setlist = `/api/shows/${toUpperCase(show)}/setlist`;
  const fetchPoints = async () =>
    (await fan.get(`/api/leaderboard/show/${show}`)).json()[0].totalPoints;
  expect(await fetchPoints()).toBe(0);
  announcedChanges.length = 0;

  const songIds = [toUpperCase(songId), toUpperCase(otherSongId)];
  const edited = await fan.patch(`/api/predictions/${toUpperCase(prediction.json().id)}`, {
    songIds,
  });
  expectAnnounced(edited, 200);
  expectAnnounced(
    await admin.patch(`/api/shows/${toUpperCase(show)}/status`, { status: 'live' }),
    200,
  );
  expect(await fetchPoints()).toBe(0);
  const added = await admin.post(setlist, { songId: toUpperCase(otherSongId) });
  expectAnnounced(added, 201);
  expect(await fetchPoints()).toBe(10);
  const row = `${setlist}/${toUpperCase(added.json().id)}`;
  expectAnnounced(await admin.patch(row, { isCloser: true }), 200);
  expect(await fetchPoints()).toBe(41);
  expectAnnounced(await admin.patch(row, { songId: toUpperCase(songId) }), 200);
  expectAnnounced(await admin.post(`${setlist}/undo`), 200);
  expect(await fetchPoints()).toBe(41);
  expectAnnounced(await admin.post(`/api/shows/${toUpperCase(show)}/calculate-scores`), 200);
  expectAnnounced(await admin.delete(row), 204);
  expect(await fetchPoints()).toBe(0);
  expectAnnounced(await admin.patch(`/api/shows/${toUpperCase(show)}`, { name: 'Renamed' }), 200);
  expect((await fan.get(`/api/shows/${show}`)).json().name).toBe('Renamed');
  await admin.post(setlist, { songId: otherSongId });
  announcedChanges.length = 0;
  expectAnnounced(await admin.delete(`/api/songs/${toUpperCase(otherSongId)}`), 204);
  expect(await fetchPoints()).toBe(0);
  expectAnnounced(await admin.delete(`/api/shows/${toUpperCase(show)}`), 204);
  expect((await fan.get(`/api/leaderboard/show/${show}`)).statusCode).toBe(404);
  expect((await fan.get(`/api/leaderboard/show/${otherShow}`)).json()).toEqual([]);
});

test('announces lowercase IDs of threads and posts', async () => {
  const { admin } = app;
  const thread = await admin.post('/api/forums/threads', {
    title: 'Openers',
    category: 'General',
    content: 'Which?',
  });
  const id: string = thread.json().id;
  announcedChanges.length = 0;
  const posts = `/api/forums/threads/${toUpperCase(id)}/posts`;
  const post = await admin.post(posts, { content: 'Lantern' });
  expectAnnounced(post, 201);
  const postUrl = `/api/forums/posts/${toUpperCase(post.json().id)}`;
  expectAnnounced(await admin.patch(postUrl, { content: 'Harbour' }), 200);
  expectAnnounced(await admin.delete(postUrl), 204);
  expectAnnounced(
    await admin.patch(`/api/forums/threads/${toUpperCase(id)}`, { isPinned: 1 }),
    200,
  );
  expectAnnounced(await admin.delete(`/api/forums/threads/${toUpperCase(id)}`), 204);
});

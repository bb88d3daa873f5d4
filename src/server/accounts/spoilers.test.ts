import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageName } from '#contract/pages.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { revealedShows } from '../db/schema/revealed-shows.ts';
import { loadPageData } from '../pages/page-data.ts';

let app: TestApp;
let tour: Tour;
let careful: Caller;
let curious: Caller;
let show: string;
const SONG = 'Kettle Black';

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  careful = await app.signUp('Careful');
  curious = await app.signUp('Curious');
  const [song = ''] = await tour.addSongs(SONG);
  show = await tour.addShow();
  for (const fan of [careful, curious]) await tour.predict(fan, show, [song]);
  expect((await choose(careful, true)).statusCode).toBe(200);
  await tour.setStatus(show, 'live');
  await tour.play(show, song);
});
afterAll(() => app.close());

const choose = (caller: Caller, hidesSpoilers: boolean) =>
  caller.patch('/api/user/profile', { hidesSpoilers });
const readUser = async (caller: Caller) => (await caller.get('/api/auth/user')).json();
const reveal = (caller: Caller, id = show) => caller.post(`/api/user/revealed-shows/${id}`);

async function readPage({ cookie }: Caller, page: PageName, url: string): Promise<string> {
  const request = { headers: { cookie, host: 'localhost' }, ip: '127.0.0.1', url };
  const data = await loadPageData(app.fastify, request as never, {
    ...{ band: {} as never, page },
    position: () => '',
  });
  return data?.json ?? '';
}

const LIVE_DATA = /"path":"[^"]*(?:\/setlist|leaderboard|house|sheet|night)[^"]*"/;

const listPages = (): [PageName, string][] => [
  ['dashboard', '/'],
  ['liveSetlist', '/live-setlist'],
  ['liveSetlist', `/live-setlist?show=${show}`],
  ['showLeaderboard', `/show-leaderboard?show=${show}`],
  ['myPredictions', '/my-predictions'],
  ['fanSheet', `/fans/Curious/shows/${show}`],
];

it('is off for a new fan, and stores when it was turned on', async () => {
  expect(await readUser(curious)).toMatchObject({ spoilersHiddenSince: null, revealedShowIds: [] });
  const { spoilersHiddenSince } = await readUser(careful);
  expect(spoilersHiddenSince).toBe(new Date(app.clock.now).toISOString());
  app.clock.now += 60_000;
  await choose(careful, true);
  expect((await readUser(careful)).spoilersHiddenSince).toBe(spoilersHiddenSince);
  expect((await careful.post('/api/user/export')).json().account).toMatchObject({
    spoilersHiddenSince,
  });
});

it('omits live data from the page until the fan reveals the show', async () => {
  for (const [page, url] of listPages()) {
    expect([url, LIVE_DATA.test(await readPage(careful, page, url))]).toEqual([url, false]);
    expect([url, LIVE_DATA.test(await readPage(curious, page, url))]).toEqual([url, true]);
  }
  const unknownShowId = '5a1c3d1e-0000-4000-8000-000000000000';
  expect((await reveal(careful, unknownShowId)).statusCode).toBe(404);
  expect((await reveal(app.visitor)).statusCode).toBe(401);
  const responses = await Promise.all([reveal(careful), reveal(careful)]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  expect((await readUser(careful)).revealedShowIds).toEqual([show]);
  expect((await readUser(curious)).revealedShowIds).toEqual([]);
  for (const [page, url] of listPages())
    expect([url, LIVE_DATA.test(await readPage(careful, page, url))]).toEqual([url, true]);
  await app.database.db.delete(revealedShows).where(eq(revealedShows.userId, careful.userId));
  await choose(careful, false);
  expect(await readPage(careful, 'dashboard', '/')).toMatch(LIVE_DATA);
});

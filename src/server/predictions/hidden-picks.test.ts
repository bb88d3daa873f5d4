import { eq, sql } from 'drizzle-orm';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { WATCHED_TOPICS } from '#contract/freshness.ts';
import {
  findChangedUrls,
  listReadUrls,
  readPageData,
  readResponses,
} from '../../../tests/support/every-response.ts';
import { listOtherUrls } from '../../../tests/support/other-urls.ts';
import { recordRoutes } from '../../../tests/support/record-routes.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus, EVERYTHING } from '../changes/bus.ts';
import { predictionSongs } from '../db/schema/predictions.ts';

const bus = createLocalBus();
let app: TestApp;
let routes: RouteOptions[];
let tour: Tour;
let owner: Caller;
let rival: Caller;
let outsider: Caller;
let bot: Caller;
let calendar: string;
let socketUrl: string;
let songs: string[];
let [marked, alsoMarked, control]: string[] = [];

beforeAll(async () => {
  ({ app, routes } = await recordRoutes(() => openTestApp({ bus })));
  tour = planTour(app);
  [owner, rival] = [await app.signUp('Owner'), await app.signUp('Rival')];
  outsider = await app.signUp('Outsider');
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor', 'Isle', 'Juniper');
  [marked, alsoMarked, control] = await tour.addSongs('Quartz Owl', 'Violet Tern', 'Amber Wren');
  const fields = { name: 'Bot', scopes: ['read'], lifetimeDays: 7 };
  const { token } = (await rival.post('/api/user/tokens', fields)).json();
  bot = {
    ...app.visitor,
    get: (url) => app.visitor.get(url, { authorization: `Bearer ${token}` }),
  };
  calendar = new URL((await rival.post('/api/user/calendar')).json().url).pathname;
  socketUrl = await listenForSockets(app.fastify);
});
afterAll(() => app.close());

const isPrivate = (hasPrivateSheets: boolean) =>
  owner.patch('/api/user/profile', { hasPrivateSheets });

async function planShow() {
  const lockAt = app.clock.now + HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR), tourName: TOUR });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  for (const userId of await tour.addFans(6, `Crowd ${showId.slice(0, 4)}`))
    await tour.addPrediction(userId, showId, songs.slice(2, 5));
  await tour.predict(rival, showId, songs.slice(2, 5));
  // The board before the lock is in the order of submission: the owner stays last after an edit.
  app.clock.now = lockAt - 2;
  const { id } = await tour.predict(owner, showId, [marked ?? '', alsoMarked ?? '']);
  const share = (await owner.post(`/api/predictions/${id}/share`)).json();
  const fields = { name: 'Rail riders', color: 'blue', isListed: false, startShowId: showId };
  const league = (await owner.post('/api/leagues', fields)).json();
  await rival.post(`/api/invitations/${league.invitation}`);
  const otherLeague = (await outsider.post('/api/leagues', fields)).json();
  const card = new URL(share.url).pathname;
  return { showId, lockAt, id, card, league, otherLeague };
}

const TOUR = 'Autumn Tour';
const TOUR_QUERY = `?tour=${encodeURIComponent(TOUR)}`;

const QUERIES: Readonly<Record<string, string>> = {
  '/api/leaderboard/tours': TOUR_QUERY,
  '/api/tours/recap': TOUR_QUERY,
  '/api/tours/recap/me': TOUR_QUERY,
};

/** Reads as a league member, that member's API token, another league's member and a visitor. */
async function readAll(plan: Plan) {
  const { showId, id, card, league } = plan;
  const responses = await readEndpoints(
    plan,
    listOtherUrls(routes, { ...plan, calendar, tourQuery: TOUR_QUERY }),
  );
  const cardImage = await readResponses([['visitor', app.visitor, [`${card}/card.png`]]]);
  for (const [url, response] of cardImage) responses.set(url, response);
  const { invitation } = league;
  const values = {
    params: { username: 'Owner', id: showId },
    query: { show: showId, id: league.id, prediction: id, invitation },
  };
  for (const [name, caller] of [
    ['fan', rival],
    ['outsider', outsider],
  ] as const)
    for (const [page, data] of await readPageData(app, caller, values))
      responses.set(`${name} ${page}`, data);
  return responses;
}

async function readEndpoints(
  { showId, id, league, otherLeague }: Plan,
  otherUrls: readonly string[] = [],
) {
  const urls = await listReadUrls({
    shows: [showId],
    songs: [songs[0] ?? '', marked ?? ''],
    predictions: [id],
    fans: ['Owner', 'Rival'],
    leagues: [league.id, otherLeague.id],
    scribeInvitations: [],
    webhooks: [],
    invitations: [league.invitation, otherLeague.invitation],
    ...{ threads: [], backups: [], users: [] },
  });
  const allUrls = [...urls.map((url) => url + (QUERIES[url] ?? '')), ...otherUrls];
  return readResponses([
    // First, because the list of tokens shows when each was last used.
    ['bot', bot, allUrls],
    ['fan', rival, allUrls],
    ['outsider', outsider, allUrls],
    ['visitor', app.visitor, allUrls],
  ]);
}

type Plan = Awaited<ReturnType<typeof planShow>>;

function findMarked(responses: Map<string, string>): string[] {
  const hasSong = (text: string, id: string | undefined, title: string) =>
    text.includes(title) || text.includes(id ?? title);
  return [...responses].flatMap(([url, response]) => {
    const isAboutSong = url.includes(marked ?? '');
    const isMarked =
      hasSong(response, marked, 'Quartz Owl') || hasSong(response, alsoMarked, 'Violet Tern');
    return isMarked && !isAboutSong && !hasSong(response, control, 'Amber Wren') ? [url] : [];
  });
}

test('before the lock, other picks change no response to another fan or a visitor', async () => {
  const plan = await planShow();
  const before = await readAll(plan);
  app.clock.now = plan.lockAt - 1;
  expect(before.size).toBeGreaterThan(300);
  expect([...before].filter(([, response]) => response.startsWith('[400'))).toEqual([]);
  expect(before.get(`fan /api/leagues/${plan.league.id}/sheets`)).toContain('submitted');
  expect(before.get('fan page showLeaderboard')).toContain('Owner');
  expect(findMarked(before)).toEqual([]);
  const edit = { songIds: [alsoMarked, marked, songs[5]], origin: 'surprise' };
  expect((await owner.patch(`/api/predictions/${plan.id}`, edit)).statusCode).toBe(200);
  const edited = await readAll(plan);
  expect([findChangedUrls(before, edited), findMarked(edited)]).toEqual([[], []]);
  app.clock.now = plan.lockAt;
  const revealed = await readAll(plan);
  const sheet = `/api/fans/Owner/shows/${plan.showId}`;
  expect(findMarked(revealed)).toEqual(
    expect.arrayContaining([`fan ${sheet}`, `outsider ${sheet}`, `outsider ${sheet}/picks`]),
  );
  const changed = findChangedUrls(before, revealed);
  expect(changed.filter((url) => url.startsWith('visitor '))).toEqual([
    'visitor /api/next-sheet',
    `visitor /api/next-sheet/${plan.showId}/odds`,
    `visitor ${plan.card}`,
    `visitor ${plan.card}/card.png`,
  ]);
});

test('after the lock, the picks of a private sheet change no response to others', async () => {
  const plan = await planShow();
  await isPrivate(true);
  app.clock.now = plan.lockAt;
  await bus.publish(EVERYTHING);
  const before = await readEndpoints(plan);
  expect(before.get(`fan /api/shows/${plan.showId}/crowd`)).toContain('Gale');
  expect(findMarked(before)).toEqual([]);
  await app.database.db
    .update(predictionSongs)
    .set({ position: sql`${predictionSongs.position} + 3` })
    .where(eq(predictionSongs.predictionId, plan.id));
  await bus.publish(EVERYTHING);
  expect(findChangedUrls(before, await readEndpoints(plan))).toEqual([]);
  await isPrivate(false);
});

test('postponing a show after the lock hides its picks, and voiding deletes them', async () => {
  const plan = await planShow();
  app.clock.now = plan.lockAt;
  const sheet = `outsider /api/fans/Owner/shows/${plan.showId}`;
  expect(findMarked(await readEndpoints(plan))).toContain(sheet);
  await tour.setStatus(plan.showId, 'postponed');
  expect(findMarked(await readEndpoints(plan))).toEqual([]);
  const date = new Date(app.clock.now + 30 * HOUR).toISOString();
  await app.admin.patch(`/api/shows/${plan.showId}`, { date, predictions: 'void' });
  expect(findMarked(await readEndpoints(plan))).toEqual([]);
});

test('before the lock, no socket message has picks', async () => {
  const plan = await planShow();
  const messages: string[] = [];
  const watch = WATCHED_TOPICS;
  for (const { cookie = '' } of [rival, outsider]) {
    const { socket } = await openSocket(`${socketUrl}?recent`, { cookie });
    socket.on('message', (data) => messages.push(String(data)));
    socket.send(JSON.stringify({ watch }));
  }
  await owner.patch(`/api/predictions/${plan.id}`, { songIds: songs.slice(4) });
  const countEntrants = () => messages.filter((text) => text.includes('entrants')).length;
  await expect.poll(countEntrants).toBeGreaterThan(1);
  const ids = [...songs, marked ?? '', alsoMarked ?? ''];
  expect(messages.filter((text) => ids.some((id) => text.includes(id)))).toEqual([]);
});

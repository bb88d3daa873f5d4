import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { League } from '#contract/leagues.ts';
import { serverMessage } from '#contract/realtime.ts';
import {
  findChangedUrls,
  listReadUrls,
  readResponses,
} from '../../../tests/support/every-response.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { importedShows } from '../db/schema/imports.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let fan: Caller;
let visitor: Caller;
let socketUrl: string;
let [ember, gale, past]: string[] = [];
let league: League;

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('Lark');
  visitor = app.visitor;
  [ember, gale] = await tour.addSongs('Ember', 'Gale');
  past = await tour.addShow({ name: 'Past', date: new Date(app.clock.now - 900 * HOUR) });
  await tour.play(past, gale ?? '');
  await tour.setStatus(past, 'closed');
  const fields = { name: 'Rail riders', color: 'blue', isListed: true, startShowId: past };
  league = (await fan.post('/api/leagues', fields)).json();
  socketUrl = await listenForSockets(app.fastify);
});
afterAll(() => app.close());

async function planShow(fields: Parameters<Tour['addShow']>[0] = {}) {
  const lockAt = app.clock.now + HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR), ...fields });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  const predictionId = await tour.addPrediction(fan.userId, showId, [ember ?? '', gale ?? '']);
  const share = `/api/predictions/${predictionId}/share`;
  const { url } = (await fan.post(share)).json();
  await fan.patch(share, { showsSongsEarly: true });
  await app.database.db.insert(importedShows).values({
    source: 'setlistfm',
    sourceId: randomUUID(),
    showId,
    details: {},
    setlistHash: '',
    notes: 'Ember, finally',
    soundcheck: 'Ember',
  });
  return { lockAt, showId, predictionId, card: new URL(url).pathname };
}
type ShowPlan = Awaited<ReturnType<typeof planShow>>;

async function readAll({ showId, predictionId, card }: ShowPlan) {
  const urls = await listReadUrls({
    shows: [showId, past ?? ''],
    songs: [ember ?? '', gale ?? ''],
    predictions: [predictionId],
    ...{
      leagues: [league.id],
      scribeInvitations: [],
      webhooks: [],
      invitations: [league.invitation ?? ''],
    },
    ...{ threads: [], backups: [], users: [], fans: ['lark'] },
  });
  const pages = [
    `/leagues/league?id=${league.id}`,
    `/live-setlist?show=${showId}`,
    `/song-database/song?id=${ember}`,
  ];
  return readResponses([
    ['fan', fan, [...urls, ...pages]],
    ['visitor', visitor, [...urls, card, `${card}/card.png`]],
  ]);
}

const readSetlist = async (caller: Caller, showId: string) =>
  (await caller.get(`/api/shows/${showId}/setlist`)).json();
const readLiveSetlist = async (caller: Caller, showId: string) =>
  (await caller.get(`/api/shows/${showId}/night`)).json().setlist;
const toIds = (rows: { songId: string }[]) => rows.map(({ songId }) => songId);

describe.each([
  ['open', {}],
  ['postponed', { status: 'postponed' }],
  ['cancelled', { status: 'cancelled' }],
] as const)('before the lock of a show that is %s', (_status, fields) => {
  test('adding rows does not change any response to a fan or a visitor', async () => {
    const plan = await planShow(fields);
    const responsesBefore = await readAll(plan);
    expect(responsesBefore.size).toBeGreaterThan(50);
    await tour.play(plan.showId, ember ?? '', { isCloser: true, notes: 'With strings' });
    await tour.play(plan.showId, gale ?? '');
    expect(findChangedUrls(responsesBefore, await readAll(plan))).toEqual([]);
    expect(toIds(await readSetlist(app.admin, plan.showId))).toEqual([ember, gale]);
    expect(toIds(await readLiveSetlist(app.admin, plan.showId))).toEqual([ember, gale]);
    expect(toIds(await readSetlist(fan, past ?? ''))).toEqual([gale]);
  });
});

test('a cached response opens at the lock, not a millisecond earlier', async () => {
  const { showId, lockAt } = await planShow();
  await tour.play(showId, ember ?? '');
  app.clock.now = lockAt - 1;
  expect([await readSetlist(fan, showId), await readLiveSetlist(fan, showId)]).toEqual([[], []]);
  app.clock.now = lockAt;
  expect(toIds(await readSetlist(fan, showId))).toEqual([ember]);
  expect(toIds(await readLiveSetlist(fan, showId))).toEqual([ember]);
  expect((await fan.get(`/api/shows/${showId}/sources`)).json()).toMatchObject([
    { notes: 'Ember, finally', soundcheck: 'Ember' },
  ]);
});

test('withholds the rows of a show that this server does not know yet', async () => {
  await readSetlist(fan, past ?? '');
  const showId = await tour.addShow();
  await tour.play(showId, ember ?? '');
  expect(toIds(await readSetlist(app.admin, showId))).toEqual([ember]);
  expect(toIds(await readLiveSetlist(app.admin, showId))).toEqual([ember]);
  expect([await readSetlist(fan, showId), await readLiveSetlist(fan, showId)]).toEqual([[], []]);
});

test('follows a custom lock time', async () => {
  const { showId } = await planShow({ locksAt: new Date(app.clock.now + HOUR / 2) });
  await tour.play(showId, ember ?? '');
  expect(await readSetlist(fan, showId)).toEqual([]);
  app.clock.now += HOUR / 2;
  expect(toIds(await readSetlist(fan, showId))).toEqual([ember]);
});

test('opens when the show goes live and is sealed again when the show reopens', async () => {
  const { showId } = await planShow();
  await tour.play(showId, ember ?? '');
  const visibleSongs: string[][] = [];
  for (const status of ['live', 'open', 'closed'] as const) {
    await tour.setStatus(showId, status, status === 'open' ? 'void' : undefined);
    visibleSongs.push(toIds(await readSetlist(fan, showId)));
  }
  expect(visibleSongs).toEqual([[ember], [], [ember]]);
});

async function listen(caller: Caller, ...showIds: string[]) {
  const events: object[] = [];
  const { socket } = await openSocket(`${socketUrl}?recent`, { cookie: caller.cookie ?? '' });
  socket.on('message', (data) => {
    const message = serverMessage.parse(JSON.parse(String(data)));
    const isAbout = showIds.some((id) => String(data).includes(id));
    if (isAbout && message.event !== 'show:status') events.push(message);
  });
  return events;
}

const buildExpectedEvent = (showId: string, songId: string | undefined) => ({
  event: 'setlist:update',
  data: { showId, setlist: { changed: [{ songId }] } },
});

test("sends a fan's socket nothing before the lock, and the rows at the lock", async () => {
  const [{ showId, lockAt }, bystander] = [await planShow(), await planShow()];
  const fans = await listen(fan, showId, bystander.showId);
  const administrators = await listen(app.admin, showId);
  await tour.play(showId, ember ?? '');
  await expect.poll(() => administrators.length).toBe(1);
  const lateSocket = await listen(fan, showId, bystander.showId);
  app.clock.now = lockAt;
  await expect.poll(() => [fans.length, lateSocket.length]).toEqual([1, 1]);
  expect([...fans, ...lateSocket]).toMatchObject([
    buildExpectedEvent(showId, ember),
    buildExpectedEvent(showId, ember),
  ]);
});

test("announces a song's deletion only to administrators if only sealed setlists had it", async () => {
  const { showId } = await planShow();
  const [kite = ''] = await tour.addSongs('Kite');
  const fans = await listen(fan, showId);
  await tour.play(showId, kite);
  expect((await app.admin.delete(`/api/songs/${kite}`)).statusCode).toBe(204);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, gale ?? '');
  await expect
    .poll(() => fans)
    .toMatchObject([buildExpectedEvent(showId, gale), { event: 'scores:update' }]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import {
  findChangedUrls,
  listReadUrls,
  readResponses,
} from '../../../tests/support/every-response.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let owner: Caller;
let rival: Caller;
let socketUrl: string;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [owner, rival] = [await app.signUp('Owner'), await app.signUp('Rival')];
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor', 'Isle', 'Juniper');
  socketUrl = await listenForSockets(app.fastify);
});
afterAll(() => app.close());

/** Plans a show that others predicted too, so that its crowd is large enough to be shown. */
async function planShow() {
  const lockAt = app.clock.now + HOUR;
  const showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
  for (const userId of await tour.addFans(6, `Crowd ${showId.slice(0, 4)}`))
    await tour.addPrediction(userId, showId, songs.slice(2, 5));
  await tour.predict(rival, showId, songs.slice(2, 5));
  // The board before the lock is in the order of submission: the owner stays last after an edit.
  app.clock.now = lockAt - 2;
  const { id } = await tour.predict(owner, showId, songs.slice(0, 2));
  const share = (await owner.post(`/api/predictions/${id}/share`)).json();
  const fields = { name: 'Rail riders', color: 'blue', isListed: false, startShowId: showId };
  const league = (await owner.post('/api/leagues', fields)).json();
  await rival.post(`/api/invitations/${league.invitation}`);
  return { showId, lockAt, id, card: new URL(share.url).pathname, league };
}

/** Reads everything as a member of the owner's league with a sheet of their own, and as a visitor. */
async function readAll({ showId, id, card, league }: Awaited<ReturnType<typeof planShow>>) {
  const urls = await listReadUrls({
    shows: [showId],
    songs: songs.slice(0, 2),
    predictions: [id],
    fans: ['Owner', 'Rival'],
    ...{ leagues: [league.id], invitations: [league.invitation] },
    ...{ threads: [], backups: [], users: [] },
  });
  const pages = [
    `/leagues/league?id=${league.id}`,
    `/show-leaderboard?show=${showId}`,
    `/fans/Owner/shows/${showId}`,
    card,
  ];
  return readResponses([
    ['fan', rival, [...urls, ...pages]],
    ['visitor', app.visitor, [...urls, ...pages, `${card}/card.png`]],
  ]);
}

test('before the lock, other picks change no response to another fan or a visitor', async () => {
  const plan = await planShow();
  const before = await readAll(plan);
  app.clock.now = plan.lockAt - 1;
  expect(before.size).toBeGreaterThan(60);
  expect(before.get(`fan /api/leagues/${plan.league.id}/sheets`)).toContain('submitted');
  const edit = await owner.patch(`/api/predictions/${plan.id}`, { songIds: songs.slice(4) });
  expect(edit.statusCode).toBe(200);
  expect(findChangedUrls(before, await readAll(plan))).toEqual([]);
  app.clock.now = plan.lockAt;
  const revealed = findChangedUrls(before, await readAll(plan));
  expect(revealed).toContain(`fan /api/fans/Owner/shows/${plan.showId}`);
  expect(revealed.filter((url) => url.startsWith('visitor '))).toEqual([
    // No show accepts predictions anymore.
    'visitor /api/next-sheet',
    `visitor /api/next-sheet/${plan.showId}/odds`,
    `visitor ${plan.card}`,
    `visitor ${plan.card}/card.png`,
  ]);
});

test('before the lock, no socket message has picks', async () => {
  const plan = await planShow();
  const { socket } = await openSocket(`${socketUrl}?recent`, { cookie: rival.cookie ?? '' });
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  socket.send(JSON.stringify({ watch: ['entrants', 'privacy'] }));
  await owner.patch(`/api/predictions/${plan.id}`, { songIds: songs.slice(4) });
  await expect.poll(() => messages.some((text) => text.includes('entrants'))).toBe(true);
  expect(messages.filter((text) => songs.some((id) => text.includes(id)))).toEqual([]);
});

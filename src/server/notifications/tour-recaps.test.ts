import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import type { shows } from '../db/schema/shows.ts';
import type { ClaimedNotification } from './claim.ts';
import { composeEmail, composePush } from './messages.ts';
import { sendNotifications } from './send-notifications.ts';

const log = { error: () => undefined };

let app: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;
let songs: string[];
let outbox: ClaimedNotification[];
let tourName = '';
let tours = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  songs = await tour.addSongs('Ember', 'Fathom');
});
afterAll(() => app.close());
beforeEach(async () => {
  outbox = [];
  tours += 1;
  tourName = `Fall Tour ${tours}`;
  app.clock.now = Date.parse('2030-06-01T12:00:00Z') + tours * 100 * DAY;
  await signIn(app.admin);
  [fan, bystander] = [await app.signUp(`Fan ${tours}`), await app.signUp(`Bystander ${tours}`)];
  for (const { userId } of [fan, bystander])
    await app.database.db
      .update(users)
      .set({ emailVerifiedAt: new Date() })
      .where(eq(users.id, userId));
});

const addShow = (name: string, hours: number, fields: Partial<typeof shows.$inferInsert> = {}) =>
  tour.addShow({ name, tourName, date: new Date(app.clock.now + hours * HOUR), ...fields });

async function finish(showId: string) {
  await tour.play(showId, songs[0] ?? '');
  await tour.setStatus(showId, 'closed');
}

async function sendDue(): Promise<string[]> {
  outbox = [];
  app.clock.now += 6 * MINUTE;
  await sendNotifications(
    { db: app.database.db, clock: () => app.clock.now, log },
    { mail: async (notification) => void outbox.push(notification) },
  );
  const recaps = outbox.filter(({ kind }) => kind === 'recap');
  return recaps.map(({ email, show }) => `${email}: ${show.tourName} after ${show.name}`);
}

test('a recap is sent once to each fan with points on the tour, after its last show', async () => {
  const first = await addShow('First', -30);
  const last = await addShow('Last', -3);
  await addShow('Cancelled', 20, { status: 'cancelled' });
  const otherTourShow = await addShow('Other', -3, { tourName: 'Another tour' });
  await addShow('Next', 20, { tourName: 'Another tour' });
  await tour.addPrediction(fan.userId, first, songs);
  await tour.addPrediction(bystander.userId, otherTourShow, songs);
  await finish(first);
  await finish(otherTourShow);
  expect(await sendDue()).toEqual([]);
  await finish(last);
  expect(await sendDue()).toEqual([`${fan.email}: ${tourName} after Last`]);
  expect(await sendDue()).toEqual([]);
});

test('a recap is not sent again after a correction, a new last show or a month', async () => {
  const only = await addShow('Only', -3);
  await tour.addPrediction(fan.userId, only, songs);
  await finish(only);
  expect(await sendDue()).toHaveLength(1);
  await tour.play(only, songs[1] ?? '');
  expect(await sendDue()).toEqual([]);
  expect(outbox).toMatchObject([{ kind: 'result' }]);
  app.clock.now += 35 * DAY;
  await signIn(app.admin);
  await sendDue();
  const extra = await addShow('Extra', -3);
  await tour.addPrediction(fan.userId, extra, songs);
  await finish(extra);
  expect(await sendDue()).toEqual([]);
});

test('a recap is sent when the shows after the last scored one are cancelled later', async () => {
  // The audit log dates changes by the database's own clock.
  app.clock.now = Date.now() - 30 * HOUR;
  const played = await addShow('Played', -3);
  const next = await addShow('Next', 48);
  await addShow('Next elsewhere', 48, { tourName: 'Another tour' });
  const elsewhere = await addShow('Elsewhere', -3, { tourName: 'Another tour' });
  await tour.addPrediction(fan.userId, played, songs);
  await tour.addPrediction(bystander.userId, elsewhere, songs);
  for (const showId of [played, elsewhere]) await finish(showId);
  app.clock.now = Date.now();
  expect(await sendDue()).toEqual([]);
  const cancelled = await app.admin.patch(`/api/shows/${next}/status`, { status: 'cancelled' });
  expect(cancelled.statusCode).toBe(200);
  expect(await sendDue()).toEqual([`${fan.email}: ${tourName} after Played`]);
  expect(await sendDue()).toEqual([]);
});

test('a recap is not sent to a fan who turned it off, or for an old tour that is corrected', async () => {
  const only = await addShow('Only', -3);
  for (const { userId } of [fan, bystander]) await tour.addPrediction(userId, only, songs);
  await fan.patch('/api/user/notices', { channel: 'mail', kind: 'recap', isWanted: false });
  await finish(only);
  expect(await sendDue()).toEqual([`${bystander.email}: ${tourName} after Only`]);

  tourName = `Old ${tours}`;
  const old = await addShow('Old', -9 * 24);
  await tour.addPrediction(bystander.userId, old, songs);
  await finish(old);
  expect(await sendDue()).toEqual([]);
});

test('a notification links to the recap and has no points, because a fan may have hidden a show', async () => {
  const only = await addShow('Only', -3);
  await tour.addPrediction(fan.userId, only, songs);
  await finish(only);
  await sendDue();
  const recap = outbox.find(({ kind }) => kind === 'recap');
  if (!recap) throw new Error('No recap');
  const { path, subject, introduction } = composeEmail(recap);
  const push = composePush(recap);
  expect(path).toBe(`/tours/recap?tour=${encodeURIComponent(tourName)}`);
  expect([subject, push.title, push.path]).toEqual([
    `Your recap of ${tourName} is ready`,
    tourName,
    path,
  ]);
  expect(introduction + push.body).not.toMatch(/\d+ points/);
});

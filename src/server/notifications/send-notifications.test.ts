import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { notifications, pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { NotAcceptedError, sendNotifications } from './send-notifications.ts';

const log = { error: () => undefined };

let app: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;
let song: string;
let outbox: ClaimedNotification[];
let fans = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [song = ''] = await tour.addSongs('Ember');
});
afterAll(() => app.close());
beforeEach(async () => {
  outbox = [];
  fans += 1;
  // Noon in Reykjavik, which has no daylight saving time.
  await setClock(Date.parse('2030-06-01T12:00:00Z') + fans * 10 * 24 * HOUR);
  fan = await app.signUp(`Fan ${fans}`);
  bystander = await app.signUp(`Bystander ${fans}`);
  await verify(fan);
});

/** Signs in again, because the clock may jump past a session's lifetime. */
async function setClock(now: number): Promise<void> {
  app.clock.now = now;
  await signIn(app.admin);
}

const db = () => app.database.db;
const verify = ({ userId }: Caller) =>
  db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, userId));
const turnOn = (caller: Caller, channel: NotificationChannel, kind: NotificationKind) =>
  caller.patch('/api/user/notices', { channel, kind, isWanted: true });
const listNotifications = ({ userId }: Caller) =>
  db().select().from(notifications).where(eq(notifications.userId, userId));
const collect = async (notification: ClaimedNotification) => void outbox.push(notification);
const sendDue = (senders: Parameters<typeof sendNotifications>[1] = { mail: collect }) =>
  sendNotifications({ db: db(), clock: () => app.clock.now, log }, senders);
const formatOutbox = () =>
  outbox.map(({ email, kind, channel }) => `${email} ${channel} ${kind}`).toSorted();

async function addScoredShow(): Promise<string> {
  const showId = await tour.addShow({ date: new Date(app.clock.now - 3 * HOUR) });
  for (const caller of [fan, bystander]) await tour.addPrediction(caller.userId, showId, [song]);
  await tour.play(showId, song);
  await tour.setStatus(showId, 'live');
  await tour.setStatus(showId, 'closed');
  app.clock.now += 3 * MINUTE;
  return showId;
}

async function addDevice(caller: Caller, timeZone = 'Atlantic/Reykjavik'): Promise<void> {
  const seenAt = new Date(app.clock.now);
  const keys = { p256dh: 'k', auth: 'a' };
  const endpoint = `https://web.push.apple.com/${caller.userId}`;
  const row = { userId: caller.userId, endpoint, ...keys, timeZone, createdAt: seenAt, seenAt };
  await db().insert(pushSubscriptions).values(row);
}

describe('a result', () => {
  test('is emailed once to a verified address, no matter how many senders run', async () => {
    await addScoredShow();
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    await sendDue();
    expect(formatOutbox()).toEqual([`${fan.email} mail result`]);
    expect(outbox[0]).toMatchObject({ points: 41, show: { name: 'Barn Night' } });
  });

  test('waits until the show is closed and a few minutes have passed', async () => {
    const showId = await addScoredShow();
    await tour.setStatus(showId, 'live');
    await sendDue();
    await tour.setStatus(showId, 'closed');
    await sendDue();
    expect(outbox).toEqual([]);
    app.clock.now += 3 * MINUTE;
    await sendDue();
    expect(formatOutbox()).toEqual([`${fan.email} mail result`]);
  });

  test('is skipped for an old show that is scored again', async () => {
    const showId = await addScoredShow();
    await setClock(app.clock.now + 8 * 24 * HOUR);
    await tour.calculate(showId);
    app.clock.now += 3 * MINUTE;
    await sendDue();
    expect(outbox).toEqual([]);
  });

  test('is not sent to a fan who turned it off, even after it was queued', async () => {
    await addScoredShow();
    await sendDue({ mail: () => Promise.reject(new NotAcceptedError()) });
    await fan.patch('/api/user/notices', { channel: 'mail', kind: 'result', isWanted: false });
    app.clock.now += HOUR;
    await sendDue();
    expect(outbox).toEqual([]);
  });
});

describe('a reminder', () => {
  test('is sent hours before the lock to fans who turned it on and have no prediction', async () => {
    const predictor = await app.signUp(`Predicting ${fans}`);
    for (const caller of [fan, bystander, predictor]) await verify(caller);
    for (const caller of [fan, predictor]) await turnOn(caller, 'mail', 'reminder');
    const locksAt = new Date(app.clock.now + 6 * HOUR);
    const regularShow = await tour.addShow({ date: new Date(+locksAt + HOUR) });
    const earlyShow = await tour.addShow({ date: new Date(+locksAt + 4 * HOUR), locksAt });
    for (const id of [regularShow, earlyShow])
      await tour.addPrediction(predictor.userId, id, [song]);
    await sendDue();
    expect(outbox).toEqual([]);
    app.clock.now += 2 * HOUR;
    await sendDue();
    expect(formatOutbox()).toEqual([`${fan.email} mail reminder`, `${fan.email} mail reminder`]);
  });

  test('is dropped once the fan has predicted or the show has locked', async () => {
    const lateFan = await app.signUp(`Late ${fans}`);
    await verify(lateFan);
    for (const caller of [fan, lateFan]) await turnOn(caller, 'mail', 'reminder');
    const showId = await tour.addShow({ date: new Date(app.clock.now + 4 * HOUR) });
    await sendDue({ mail: () => Promise.reject(new NotAcceptedError()) });
    await tour.addPrediction(fan.userId, showId, [song]);
    app.clock.now += 3 * HOUR;
    await sendDue();
    expect(outbox).toEqual([]);
  });
});

describe('a show that moves', () => {
  test('notifies the fans who predicted it before the move of its latest date', async () => {
    await verify(bystander);
    const showId = await tour.addShow({ date: new Date(Date.now() + 100 * HOUR) });
    await setClock(Date.now());
    const otherShow = await tour.addShow({ date: new Date(Date.now() + 100 * HOUR) });
    await tour.addPrediction(bystander.userId, otherShow, [song]);
    await tour.addPrediction(fan.userId, showId, [song], new Date(Date.now() - HOUR));
    const [firstDate, lastDate] = [Date.now() + 200 * HOUR, Date.now() + 124 * HOUR];
    for (const date of [firstDate, lastDate].map((time) => new Date(time).toISOString()))
      ok(await app.admin.patch(`/api/shows/${showId}`, { date }));
    await app.admin.patch(`/api/shows/${showId}`, { venue: 'Elsewhere' });
    await sendDue();
    expect(outbox).toEqual([]);
    app.clock.now = Date.now() + 3 * MINUTE;
    await sendDue();
    await sendDue();
    expect(formatOutbox()).toEqual([`${fan.email} mail moved`]);
    expect(outbox[0]?.show.date).toEqual(new Date(lastDate));
  });
});

describe('pushes', () => {
  const push = () => sendDue({ push: collect });

  test('are sent only if turned on and if the fan has a device', async () => {
    await addScoredShow();
    await turnOn(bystander, 'push', 'result');
    await addDevice(fan);
    await push();
    expect(outbox).toEqual([]);
    await turnOn(fan, 'push', 'result');
    await push();
    expect(formatOutbox()).toEqual([`${fan.email} push result`]);
  });

  test('wait until the morning during quiet hours', async () => {
    await turnOn(fan, 'push', 'result');
    await addDevice(fan, 'Pacific/Noumea');
    await addScoredShow();
    await push();
    expect(outbox).toEqual([]);
    app.clock.now += 9 * HOUR;
    await push();
    expect(formatOutbox()).toEqual([`${fan.email} push result`]);
  });

  test('are limited to two a day, even when queued at the same time', async () => {
    await turnOn(fan, 'push', 'result');
    await addDevice(fan);
    for (let show = 0; show < 4; show += 1) await addScoredShow();
    await Promise.all([push(), push()]);
    expect(formatOutbox()).toHaveLength(2);
    app.clock.now += 20 * HOUR;
    await push();
    expect(formatOutbox()).toHaveLength(2);
  });
});

describe('a failed notification', () => {
  test('is retried later if it was not accepted', async () => {
    await addScoredShow();
    const reject = vi.fn(() => Promise.reject(new NotAcceptedError()));
    await sendDue({ mail: reject });
    await sendDue({ mail: reject });
    expect(reject).toHaveBeenCalledOnce();
    app.clock.now += 3 * MINUTE;
    await sendDue();
    expect(formatOutbox()).toEqual([`${fan.email} mail result`]);
  });

  test('is not retried if it may have arrived', async () => {
    await addScoredShow();
    await sendDue({ mail: () => Promise.reject(new Error('Connection lost')) });
    app.clock.now += HOUR;
    await sendDue();
    expect(outbox).toEqual([]);
    expect(await listNotifications(fan)).toMatchObject([{ outcome: 'failed' }]);
  });
});

test('a crash before the commit of a claim claims nothing, and a crash after it sends nothing twice', async () => {
  await addScoredShow();
  void sendDue({ mail: () => new Promise(() => undefined) });
  await expect.poll(async () => (await listNotifications(fan))[0]?.claimedAt).toBeTruthy();
  await sendDue();
  expect(outbox).toEqual([]);
  // Loses its connection in the middle of the claiming transaction.
  await addScoredShow();
  const transaction = db().transaction(async (tx) => {
    await tx.execute(sql`update notices set claimed_at = now() where outcome is null`);
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(transaction).rejects.toThrow();
  await sendDue();
  expect(formatOutbox()).toEqual([`${fan.email} mail result`]);
});

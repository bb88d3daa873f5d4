import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { notifications, pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { NotAccepted, type SendNotification, sendNotifications } from './send-notifications.ts';

const log = { error: () => undefined };

let stage: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;
let song: string;
let sent: ClaimedNotification[];
let fans = 0;

beforeAll(async () => {
  stage = await openTestApp();
  tour = planTour(stage);
  [song = ''] = await tour.songs('Ember');
});
afterAll(() => stage.close());
beforeEach(async () => {
  sent = [];
  fans += 1;
  // Noon in Reykjavik, which has no daylight saving time.
  await setClock(Date.parse('2030-06-01T12:00:00Z') + fans * 10 * 24 * HOUR);
  fan = await stage.signUp(`Fan ${fans}`);
  bystander = await stage.signUp(`Bystander ${fans}`);
  await verify(fan);
});

/** Signs in again, because the jump may be longer than a session lasts. */
async function setClock(now: number): Promise<void> {
  stage.clock.now = now;
  await signIn(stage.admin);
}

const db = () => stage.database.db;
const verify = ({ userId }: Caller) =>
  db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, userId));
const choose = (by: Caller, channel: NotificationChannel, kind: NotificationKind, isOn: boolean) =>
  by.patch('/api/user/notices', { channel, kind, isWanted: isOn });
const notificationsOf = ({ userId }: Caller) =>
  db().select().from(notifications).where(eq(notifications.userId, userId));
const note: SendNotification = async (notice) => void sent.push(notice);
const look = (senders: Partial<Record<NotificationChannel, SendNotification>> = { mail: note }) =>
  sendNotifications({ db: db(), clock: () => stage.clock.now, log }, senders);
const sentTexts = () =>
  sent.map(({ email, kind, channel }) => `${email} ${channel} ${kind}`).toSorted();

/** A scored show that the fan and the bystander predicted. The bystander's address is unverified. */
async function scoredShow(): Promise<string> {
  const showId = await tour.show({ date: new Date(stage.clock.now - 3 * HOUR) });
  for (const by of [fan, bystander]) await tour.predicted(by.userId, showId, [song]);
  await tour.play(showId, song);
  await tour.status(showId, 'live');
  await tour.status(showId, 'closed');
  stage.clock.now += 3 * MINUTE;
  return showId;
}

async function addDevice(by: Caller, timeZone = 'Atlantic/Reykjavik'): Promise<void> {
  const seenAt = new Date(stage.clock.now);
  const keys = { p256dh: 'k', auth: 'a' };
  const endpoint = `https://web.push.apple.com/${by.userId}`;
  const row = { userId: by.userId, endpoint, ...keys, timeZone, createdAt: seenAt, seenAt };
  await db().insert(pushSubscriptions).values(row);
}

describe('a result', () => {
  it('is emailed once, to a verified address, however many senders run', async () => {
    await scoredShow();
    await Promise.all([look(), look(), look()]);
    await look();
    expect(sentTexts()).toEqual([`${fan.email} mail result`]);
    expect(sent[0]).toMatchObject({ points: 41, show: { name: 'Barn Night' } });
  });

  it('waits for the end of the show and for corrections of the first minutes', async () => {
    const showId = await scoredShow();
    await tour.status(showId, 'live');
    await look();
    await tour.status(showId, 'closed');
    await look();
    expect(sent).toEqual([]);
    stage.clock.now += 3 * MINUTE;
    await look();
    expect(sentTexts()).toEqual([`${fan.email} mail result`]);
  });

  it('is skipped for an old show that is scored again', async () => {
    const showId = await scoredShow();
    await setClock(stage.clock.now + 8 * 24 * HOUR);
    await tour.calculate(showId);
    stage.clock.now += 3 * MINUTE;
    await look();
    expect(sent).toEqual([]);
  });

  it('is not sent to a fan who turned it off, even after it was queued', async () => {
    await scoredShow();
    await look({ mail: () => Promise.reject(new NotAccepted()) });
    await choose(fan, 'mail', 'result', false);
    stage.clock.now += HOUR;
    await look();
    expect(sent).toEqual([]);
  });
});

describe('a reminder', () => {
  it('is sent hours before the lock to fans who turned it on and have no prediction', async () => {
    const predicting = await stage.signUp(`Predicting ${fans}`);
    for (const by of [fan, bystander, predicting]) await verify(by);
    for (const by of [fan, predicting]) await choose(by, 'mail', 'reminder', true);
    const locksAt = new Date(stage.clock.now + 6 * HOUR);
    const usual = await tour.show({ date: new Date(+locksAt + HOUR) });
    const early = await tour.show({ date: new Date(+locksAt + 4 * HOUR), locksAt });
    for (const id of [usual, early]) await tour.predicted(predicting.userId, id, [song]);
    await look();
    expect(sent).toEqual([]);
    stage.clock.now += 2 * HOUR;
    await look();
    expect(sentTexts()).toEqual([`${fan.email} mail reminder`, `${fan.email} mail reminder`]);
  });

  it('is dropped once the fan has predicted or the show has locked', async () => {
    const late = await stage.signUp(`Late ${fans}`);
    await verify(late);
    for (const by of [fan, late]) await choose(by, 'mail', 'reminder', true);
    const showId = await tour.show({ date: new Date(stage.clock.now + 4 * HOUR) });
    await look({ mail: () => Promise.reject(new NotAccepted()) });
    await tour.predicted(fan.userId, showId, [song]);
    stage.clock.now += 3 * HOUR;
    await look();
    expect(sent).toEqual([]);
  });
});

describe('a show that moves', () => {
  it('notifies the fans who predicted it before of its last date', async () => {
    await verify(bystander);
    const showId = await tour.show({ date: new Date(Date.now() + 100 * HOUR) });
    await setClock(Date.now());
    const elsewhere = await tour.show({ date: new Date(Date.now() + 100 * HOUR) });
    await tour.predicted(bystander.userId, elsewhere, [song]);
    await tour.predicted(fan.userId, showId, [song], new Date(Date.now() - HOUR));
    const move = (date: number) =>
      stage.admin.patch(`/api/shows/${showId}`, { date: new Date(date).toISOString() });
    const [wrong, right] = [Date.now() + 200 * HOUR, Date.now() + 124 * HOUR];
    for (const date of [wrong, right]) expect((await move(date)).statusCode).toBe(200);
    await stage.admin.patch(`/api/shows/${showId}`, { venue: 'Elsewhere' });
    await look();
    expect(sent).toEqual([]);
    stage.clock.now = Date.now() + 3 * MINUTE;
    await look();
    await look();
    expect(sentTexts()).toEqual([`${fan.email} mail moved`]);
    expect(sent[0]?.show.date).toEqual(new Date(right));
  });
});

describe('pushes', () => {
  const push = () => look({ push: note });

  it('are sent only if turned on and if the fan has a device', async () => {
    await scoredShow();
    await choose(bystander, 'push', 'result', true);
    await addDevice(fan);
    await push();
    expect(sent).toEqual([]);
    await choose(fan, 'push', 'result', true);
    await push();
    expect(sentTexts()).toEqual([`${fan.email} push result`]);
  });

  it('wait for the morning at night', async () => {
    await choose(fan, 'push', 'result', true);
    // Noon in Reykjavik is 11 p.m. in Nouméa.
    await addDevice(fan, 'Pacific/Noumea');
    await scoredShow();
    await push();
    expect(sent).toEqual([]);
    stage.clock.now += 9 * HOUR;
    await push();
    expect(sentTexts()).toEqual([`${fan.email} push result`]);
  });

  it('are limited to two a day, even when queued at once', async () => {
    await choose(fan, 'push', 'result', true);
    await addDevice(fan);
    for (let show = 0; show < 4; show += 1) await scoredShow();
    await Promise.all([push(), push()]);
    expect(sentTexts()).toHaveLength(2);
    stage.clock.now += 20 * HOUR;
    await push();
    expect(sentTexts()).toHaveLength(2);
  });
});

describe('a failed notification', () => {
  it('is retried later if it was not accepted', async () => {
    await scoredShow();
    const refuse = vi.fn(() => Promise.reject(new NotAccepted()));
    await look({ mail: refuse });
    await look({ mail: refuse });
    expect(refuse).toHaveBeenCalledOnce();
    stage.clock.now += 3 * MINUTE;
    await look();
    expect(sentTexts()).toEqual([`${fan.email} mail result`]);
  });

  it('is not retried if it may have arrived', async () => {
    await scoredShow();
    await look({ mail: () => Promise.reject(new Error('Connection lost')) });
    stage.clock.now += HOUR;
    await look();
    expect(sent).toEqual([]);
    expect(await notificationsOf(fan)).toMatchObject([{ outcome: 'failed' }]);
  });
});

it('a crash before the claim commits claims nothing, and a crash after it sends nothing twice', async () => {
  await scoredShow();
  // Claims the notification and never finishes.
  void look({ mail: () => new Promise(() => undefined) });
  await expect.poll(async () => (await notificationsOf(fan))[0]?.claimedAt).toBeTruthy();
  await look();
  expect(sent).toEqual([]);
  // Loses its connection in the middle of the claiming transaction.
  await scoredShow();
  const dying = db().transaction(async (tx) => {
    await tx.execute(sql`update notices set claimed_at = now() where outcome is null`);
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(dying).rejects.toThrow();
  await look();
  expect(sentTexts()).toEqual([`${fan.email} mail result`]);
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationChannel, NotificationKind } from '#contract/notifications.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { HOUR, planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { notifications, pushSubscriptions } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { NotAccepted, type SendNotification, sendNotifications } from './send-notifications.ts';

const MINUTE = 60_000;
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
  // Noon in Reykjavik, where no clocks change.
  await setClock(Date.parse('2030-06-01T12:00:00Z') + fans * 10 * 24 * HOUR);
  fan = await stage.signUp(`Fan ${fans}`);
  bystander = await stage.signUp(`Bystander ${fans}`);
  await verify(fan);
});

/** It may be longer than a session lasts. */
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
const told = () => sent.map(({ email, kind, channel }) => `${email} ${channel} ${kind}`).toSorted();

/** A show that was scored an hour ago, of the fan and of the bystander, whose address nobody verified. */
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
  const device = { endpoint: `https://web.push.apple.com/${by.userId}`, p256dh: 'k', auth: 'a' };
  const row = { ...device, userId: by.userId, timeZone, createdAt: seenAt, seenAt };
  await db().insert(pushSubscriptions).values(row);
}

describe('a result', () => {
  it('is mailed once, to an address that is verified, however often and by how many it is looked for', async () => {
    await scoredShow();
    await Promise.all([look(), look(), look()]);
    await look();
    expect(told()).toEqual([`${fan.email} mail result`]);
    expect(sent[0]).toMatchObject({ points: 41, show: { name: 'Barn Night' } });
  });

  it('waits until the corrections of the first minutes are made, and for the end of the show', async () => {
    const showId = await scoredShow();
    await tour.status(showId, 'live');
    await look();
    await tour.status(showId, 'closed');
    await look();
    expect(told()).toEqual([]);
    stage.clock.now += 3 * MINUTE;
    await look();
    expect(told()).toEqual([`${fan.email} mail result`]);
  });

  it('of a show of long ago that is scored anew is no news', async () => {
    const showId = await scoredShow();
    await setClock(stage.clock.now + 8 * 24 * HOUR);
    await tour.calculate(showId);
    stage.clock.now += 3 * MINUTE;
    await look();
    expect(told()).toEqual([]);
  });

  it('is kept from who wants none, also when it was put down before they said so', async () => {
    await scoredShow();
    await look({ mail: () => Promise.reject(new NotAccepted()) });
    await choose(fan, 'mail', 'result', false);
    stage.clock.now += HOUR;
    await look();
    expect(told()).toEqual([]);
  });
});

describe('a reminder', () => {
  it('comes hours before the lock to who asked for it and has no prediction', async () => {
    const predicting = await stage.signUp(`Predicting ${fans}`);
    for (const by of [fan, bystander, predicting]) await verify(by);
    for (const by of [fan, predicting]) await choose(by, 'mail', 'reminder', true);
    const locksAt = new Date(stage.clock.now + 6 * HOUR);
    const asUsual = await tour.show({ date: new Date(+locksAt + HOUR) });
    const byItself = await tour.show({ date: new Date(+locksAt + 4 * HOUR), locksAt });
    for (const id of [asUsual, byItself]) await tour.predicted(predicting.userId, id, [song]);
    await look();
    expect(told()).toEqual([]);
    stage.clock.now += 2 * HOUR;
    await look();
    expect(told()).toEqual([`${fan.email} mail reminder`, `${fan.email} mail reminder`]);
  });

  it('is dropped where they have predicted, or the lock has come, before its turn', async () => {
    const late = await stage.signUp(`Late ${fans}`);
    for (const by of [fan, late]) {
      await verify(by);
      await choose(by, 'mail', 'reminder', true);
    }
    const showId = await tour.show({ date: new Date(stage.clock.now + 4 * HOUR) });
    await look({ mail: () => Promise.reject(new NotAccepted()) });
    await tour.predicted(fan.userId, showId, [song]);
    stage.clock.now += 3 * HOUR;
    await look();
    expect(told()).toEqual([]);
  });
});

describe('a show that moves', () => {
  it('is told to who predicted it before, by its last date', async () => {
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
    expect(told()).toEqual([]);
    stage.clock.now = Date.now() + 3 * MINUTE;
    await look();
    await look();
    expect(told()).toEqual([`${fan.email} mail moved`]);
    expect(sent[0]?.show.date).toEqual(new Date(right));
  });
});

describe('on devices', () => {
  const push = () => look({ push: note });

  it('comes only what was asked for, and where there is a device', async () => {
    await scoredShow();
    await choose(bystander, 'push', 'result', true);
    await addDevice(fan);
    await push();
    expect(told()).toEqual([]);
    await choose(fan, 'push', 'result', true);
    await push();
    expect(told()).toEqual([`${fan.email} push result`]);
  });

  it('nothing comes at night: it waits for the morning', async () => {
    await choose(fan, 'push', 'result', true);
    // Noon in Reykjavik, an hour before midnight there.
    await addDevice(fan, 'Pacific/Noumea');
    await scoredShow();
    await push();
    expect(told()).toEqual([]);
    stage.clock.now += 9 * HOUR;
    await push();
    expect(told()).toEqual([`${fan.email} push result`]);
  });

  it('come at most two a day, also when they come at once', async () => {
    await choose(fan, 'push', 'result', true);
    await addDevice(fan);
    for (let show = 0; show < 4; show += 1) await scoredShow();
    await Promise.all([push(), push()]);
    expect(told()).toHaveLength(2);
    stage.clock.now += 20 * HOUR;
    await push();
    expect(told()).toHaveLength(2);
  });
});

describe('what cannot be sent', () => {
  it('is tried again where nobody has it, ever later', async () => {
    await scoredShow();
    let attempts = 0;
    const refuse = () => {
      attempts += 1;
      return Promise.reject(new NotAccepted());
    };
    await look({ mail: refuse });
    await look({ mail: refuse });
    expect(attempts).toBe(1);
    stage.clock.now += 3 * MINUTE;
    await look();
    expect(told()).toEqual([`${fan.email} mail result`]);
  });

  it('is left where nobody knows whether it arrived', async () => {
    await scoredShow();
    await look({ mail: () => Promise.reject(new Error('The line broke')) });
    stage.clock.now += HOUR;
    await look();
    expect(told()).toEqual([]);
    const [row] = await notificationsOf(fan);
    expect(row?.outcome).toBe('failed');
  });
});

it('a server that dies before its claim is committed has claimed nothing; one that dies after it sends nothing twice', async () => {
  await scoredShow();
  // Claimed, and never heard of again.
  void look({ mail: () => new Promise(() => undefined) });
  const rows = () => notificationsOf(fan);
  await expect.poll(async () => (await rows())[0]?.claimedAt).toBeTruthy();
  await look();
  expect(told()).toEqual([]);
  // Not even claimed: the line breaks in the middle of the transaction.
  await scoredShow();
  const dying = db()
    .transaction(async (tx) => {
      await tx.execute(sql`update notices set claimed_at = now() where outcome is null`);
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    })
    .catch(() => 'died');
  expect(await dying).toBe('died');
  await look();
  expect(told()).toEqual([`${fan.email} mail result`]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { ok, planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { notificationPreferences } from '../db/schema/notifications.ts';
import type { ClaimedNotification } from './claim.ts';
import { composeEmail, composePush } from './messages.ts';
import { sendNotifications } from './send-notifications.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let returningFan: Caller;
let bystander: Caller;
let ember: string;
let showId: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [ember = ''] = await tour.addSongs('Ember');
  [fan, returningFan, bystander] = [
    await app.signUp('Fan'),
    await app.signUp('Again'),
    await app.signUp('Bystander'),
  ];
  await app.database.db.update(users).set({ emailVerifiedAt: new Date() });
});
afterAll(() => app.close());

/** The audit log uses the real time, so the test's clock must follow it. */
beforeEach(async () => {
  app.clock.now = Date.now();
  for (const caller of [app.admin, fan, returningFan, bystander]) await signIn(caller);
  showId = await tour.addShow({ date: new Date(app.clock.now + 200 * HOUR) });
  const bystanderShowId = await tour.addShow({ date: new Date(app.clock.now + 200 * HOUR) });
  for (const caller of [fan, returningFan])
    await tour.addPrediction(caller.userId, showId, [ember]);
  await tour.addPrediction(bystander.userId, bystanderShowId, [ember]);
  await tour.setStatus(showId, 'live');
});

async function sendDue(): Promise<ClaimedNotification[]> {
  const outbox: ClaimedNotification[] = [];
  const log = { error: () => undefined };
  await sendNotifications(
    { db: app.database.db, clock: () => app.clock.now, log },
    { mail: async (notification) => void outbox.push(notification) },
  );
  return outbox;
}

test('fans whose predictions were voided are asked once to predict again', async () => {
  await tour.setStatus(showId, 'open', 'void');
  await tour.predict(returningFan, showId, [ember]);
  expect(await sendDue()).toEqual([]);
  app.clock.now += 3 * MINUTE;
  const [notification, ...others] = await sendDue();
  expect(others).toEqual([]);
  expect(notification?.email).toBe(fan.email);
  if (!notification) return;
  const { subject, introduction, button, path } = composeEmail(notification);
  expect([subject, button, path]).toEqual([
    'Please predict Barn Night again',
    'Make your prediction',
    `/game?show=${showId}`,
  ]);
  expect(introduction).toContain(
    'Barn Night in Burlington reopened after fans had seen each other’s predictions, so all of them were discarded.',
  );
  expect(composePush(notification).body).toBe('All predictions were discarded. Predict again.');
  expect(await sendDue()).toEqual([]);
});

test('fans are not asked to predict again once the show no longer accepts predictions', async () => {
  await tour.setStatus(showId, 'open', 'void');
  await tour.setStatus(showId, 'live');
  app.clock.now += 3 * MINUTE;
  expect(await sendDue()).toEqual([]);
});

test('fans with frozen predictions are notified of a new date, not of a chance to edit', async () => {
  await tour.setStatus(showId, 'open', 'freeze');
  const date = new Date(app.clock.now + 300 * HOUR).toISOString();
  ok(await app.admin.patch(`/api/shows/${showId}`, { date }));
  app.clock.now = Date.now() + 3 * MINUTE;
  const outbox = await sendDue();
  expect(outbox.map(({ email }) => email).toSorted()).toEqual(
    [returningFan.email, fan.email].toSorted(),
  );
  for (const notification of outbox) {
    const { introduction } = composeEmail(notification);
    expect(introduction).toContain('Your prediction is unchanged. It’s frozen');
    expect(introduction).not.toContain('edit');
  }
});

test('a fan without a prediction is reminded of an open show, not of a frozen one', async () => {
  const reminderPreference = {
    userId: bystander.userId,
    channel: 'mail',
    kind: 'reminder',
  } as const;
  await app.database.db
    .insert(notificationPreferences)
    .values({ ...reminderPreference, isWanted: true });
  const date = new Date(app.clock.now + 3 * HOUR);
  const [openId, frozenId] = [await tour.addShow({ date }), await tour.addShow({ date })];
  await tour.addPrediction(fan.userId, frozenId, [ember]);
  await tour.setStatus(frozenId, 'live');
  await tour.setStatus(frozenId, 'open', 'freeze');
  const outbox = await sendDue();
  expect(outbox.map(({ kind, showId }) => [kind, showId])).toEqual([['reminder', openId]]);
});

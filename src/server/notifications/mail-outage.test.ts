import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { notificationPreferences, pushSubscriptions } from '../db/schema/notifications.ts';
import { predictions } from '../db/schema/predictions.ts';
import { NotAcceptedError, sendNotifications } from './send-notifications.ts';

const NOON = Date.parse('2030-06-01T12:00:00Z');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('an unreachable mail server does not delay pushes', async () => {
  const { db } = app.database;
  const tour = planTour(app);
  const fans = await tour.addFans(5);
  const now = new Date(NOON);
  await db.update(users).set({ emailVerifiedAt: now });
  const scored = { status: 'closed', scoredAt: new Date(NOON - HOUR) } as const;
  const showId = await tour.addShow({ date: new Date(NOON - 4 * HOUR), ...scored });
  await db.insert(predictions).values(fans.map((userId) => ({ userId, showId, points: 41 })));
  const keys = { p256dh: 'k', auth: 'a', timeZone: 'Atlantic/Reykjavik' };
  const timestamps = { createdAt: now, seenAt: now };
  const preference = { channel: 'push', kind: 'result', isWanted: true } as const;
  for (const userId of fans) {
    const endpoint = `https://web.push.apple.com/${userId}`;
    await db.insert(pushSubscriptions).values({ endpoint, userId, ...keys, ...timestamps });
    await db.insert(notificationPreferences).values({ userId, ...preference });
  }
  let clock = NOON;
  const context = { db, clock: () => clock, log: { error: () => undefined } };
  const attempts: string[] = [];
  const sendEmail = async () => {
    attempts.push('mail');
    throw new NotAcceptedError();
  };
  const push = async () => void attempts.push('push');
  await sendNotifications(context, { mail: sendEmail });
  clock += 3 * 60_000;
  attempts.length = 0;
  await sendNotifications(context, { mail: sendEmail, push });
  expect(attempts.filter((channel) => channel === 'push')).toHaveLength(fans.length);
  expect(attempts.filter((channel) => channel === 'mail').length).toBeLessThan(fans.length);
});

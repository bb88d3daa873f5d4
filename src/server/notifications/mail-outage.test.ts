import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { notificationPreferences, pushSubscriptions } from '../db/schema/notifications.ts';
import { predictions } from '../db/schema/predictions.ts';
import { NotAccepted, sendNotifications } from './send-notifications.ts';

const NOON = Date.parse('2030-06-01T12:00:00Z');

let stage: TestApp;
beforeAll(async () => {
  stage = await openTestApp();
});
afterAll(() => stage.close());

it('an unreachable mail server does not delay pushes', async () => {
  const { db } = stage.database;
  const tour = planTour(stage);
  const fans = await tour.crowd(5);
  const now = new Date(NOON);
  await db.update(users).set({ emailVerifiedAt: now });
  const scored = { status: 'closed', scoredAt: new Date(NOON - HOUR) } as const;
  const showId = await tour.show({ date: new Date(NOON - 4 * HOUR), ...scored });
  await db.insert(predictions).values(fans.map((userId) => ({ userId, showId, points: 41 })));
  const keys = { p256dh: 'k', auth: 'a', timeZone: 'Atlantic/Reykjavik' };
  const seen = { createdAt: now, seenAt: now };
  const wanted = { channel: 'push', kind: 'result', isWanted: true } as const;
  for (const userId of fans) {
    const endpoint = `https://web.push.apple.com/${userId}`;
    await db.insert(pushSubscriptions).values({ endpoint, userId, ...keys, ...seen });
    await db.insert(notificationPreferences).values({ userId, ...wanted });
  }
  let clock = NOON;
  const server = { db, clock: () => clock, log: { error: () => undefined } };
  const tried: string[] = [];
  const mail = async () => {
    tried.push('mail');
    throw new NotAccepted();
  };
  const push = async () => void tried.push('push');
  await sendNotifications(server, { mail });
  clock += 3 * 60_000;
  tried.length = 0;
  await sendNotifications(server, { mail, push });
  expect(tried.filter((channel) => channel === 'push')).toHaveLength(fans.length);
  expect(tried.filter((channel) => channel === 'mail').length).toBeLessThan(fans.length);
});

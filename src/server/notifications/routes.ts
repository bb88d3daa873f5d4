import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/notifications.ts';
import { addPushSubscription, removePushSubscription, sendTestPush } from '#contract/push.ts';
import type { Context } from '../context.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { change, commit } from '../http/change.ts';
import { route } from '../http/route.ts';
import { checkTimeZone } from '../shows/show-date.ts';
import { nudgeRoutes } from './nudge-routes.ts';
import { findPreferences, savePreference } from './preferences.ts';
import { createDevicePush, loadVapidKeys } from './push-to-device.ts';
import { sendTestPush as pushTest } from './test-push.ts';

/** Beyond this, the device that was not seen for the longest time is removed. */
const MAX_DEVICES = 10;

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock, band } = context;
  const push = createDevicePush(context);
  nudgeRoutes(app, context);

  async function readSettings(userId: string): Promise<contract.NotificationSettings> {
    const { publicKey: pushKey } = await loadVapidKeys(db);
    return { ...(await findPreferences(db, userId)), pushKey };
  }

  route(app, contract.getNotificationSettings, ({ viewer }) => readSettings(viewer.userId));

  route(app, contract.updateNotificationSetting, async (call) => {
    const { userId } = call.viewer;
    await commit(call, async ({ tx, changed }) => {
      await savePreference(tx, userId, call.body);
      changed({ topic: 'notices', subjectId: userId, version: clock() });
    });
    return readSettings(userId);
  });

  change(app, addPushSubscription, async ({ viewer: { userId }, body, tx }) => {
    const { endpoint, keys, timeZone } = body;
    checkTimeZone(timeZone);
    const seenAt = new Date(clock());
    // A fan who signs in on a device takes it over from the previous one.
    const subscription = { userId, ...keys, timeZone, seenAt };
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, createdAt: seenAt, ...subscription })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription });
    const newestDevices = tx
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.seenAt))
      .limit(MAX_DEVICES);
    await tx
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, userId),
          notInArray(pushSubscriptions.endpoint, newestDevices),
        ),
      );
    return undefined;
  });

  route(app, removePushSubscription, async ({ viewer: { userId }, body: { endpoint } }) => {
    await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
    return undefined;
  });

  route(app, sendTestPush, ({ viewer: { userId }, body: { endpoint } }) =>
    pushTest(db, push, { userId, endpoint, site: band.current().productName }),
  );
}

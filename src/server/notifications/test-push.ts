import { and, eq } from 'drizzle-orm';
import type { ResponseOf } from '#contract/endpoint.ts';
import { paths } from '#contract/pages.ts';
import type { sendTestPush as testPushEndpoint } from '#contract/push.ts';
import type { Db } from '../db/open.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { getStatusCode, isDeviceGone, type PushToDevice } from './push-to-device.ts';

export async function sendTestPush(
  db: Db,
  push: PushToDevice,
  { userId, endpoint, site }: { userId: string; endpoint: string; site: string },
): Promise<ResponseOf<typeof testPushEndpoint>> {
  const [device] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
  if (!device)
    return {
      isSent: false,
      message: 'This device is not registered. Turn on notifications first.',
    };
  const path = paths.admin({ tab: 'setup' });
  const notification = {
    title: site,
    body: 'Notifications work on this device.',
    path,
    tag: 'trial',
  };
  const failure = await push(device, notification).then(
    () => undefined,
    (error: unknown) => describeFailure(error),
  );
  const success =
    'The push service accepted a notification for this device. Check that it appears.';
  return { isSent: failure === undefined, message: failure ?? success };
}

function describeFailure(error: unknown): string {
  if (isDeviceGone(error))
    return 'The push service no longer knows this device. Turn notifications on again.';
  const status = getStatusCode(error);
  if (status) return `The push service rejected the notification with status ${status}.`;
  const reason = error instanceof Error ? error.message : '';
  return `The server could not reach the push service (${reason}).`;
}

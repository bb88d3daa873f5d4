import { and, eq } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoint.ts';
import { paths } from '#contract/pages.ts';
import type { sendTestPush as endpointOfTrial } from '#contract/push.ts';
import type { Db } from '../db/open.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { isGone, type PushToDevice, statusOf } from './push-to-device.ts';

/** Pushes a notice to one of the administrator's own devices, and says what became of it. */
export async function sendTestPush(
  db: Db,
  push: PushToDevice,
  { userId, endpoint, site }: { userId: string; endpoint: string; site: string },
): Promise<AnswerOf<typeof endpointOfTrial>> {
  const [device] = await db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
  if (!device) return { isSent: false, says: 'This device is not known here: turn it on first.' };
  const path = paths.admin({ tab: 'setup' });
  const notice = { title: site, body: 'Notices reach this device.', path, tag: 'trial' };
  const failure = await push(device, notice).then(
    () => undefined,
    (error: unknown) => whyUnsent(error),
  );
  const says = 'The push service has taken a notice for this device. See whether it is shown.';
  return { isSent: failure === undefined, says: failure ?? says };
}

function whyUnsent(error: unknown): string {
  if (isGone(error)) return 'The push service no longer knows this device: turn it on again.';
  const status = statusOf(error);
  if (status) return `The push service did not take it: it answered ${status}.`;
  const why = error instanceof Error ? error.message : '';
  return `The push service could not be reached from the server (${why}).`;
}

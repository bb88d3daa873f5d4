import type { Agent } from 'node:https';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { composePush } from './messages.ts';
import {
  createDevicePush,
  getStatusCode,
  type PushContext,
  wasConnected,
} from './push-to-device.ts';
import { LOCKS_AT } from './queue-due.ts';
import { NotAcceptedError, type SendNotification } from './send-notifications.ts';

export function createPushChannel(
  { clock, ...pushContext }: PushContext & Pick<Context, 'clock'>,
  agent?: Agent,
): SendNotification {
  const { db } = pushContext;
  const push = createDevicePush(pushContext, agent);

  return async (notification) => {
    const { userId, showId } = notification;
    const devices = await db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId));
    const badge = await countUnpredictedShows(db, userId, clock());
    const message = { ...composePush(notification), tag: `show-${showId}`, badge };
    const outcomes = await Promise.allSettled(devices.map((device) => push(device, message)));
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    if (failures.length < outcomes.length) return;
    // Rejects only if no device got the push: one that did would show it twice after a retry.
    const cause = failures.find(canRetryPush);
    throw cause
      ? new NotAcceptedError('No push service accepted the notification', { cause })
      : failures[0];
  };
}

async function countUnpredictedShows(db: Db, userId: string, now: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${shows} show
    where show.status = 'open'
      and ${LOCKS_AT} > ${new Date(now).toISOString()}::timestamptz
      and not exists (
        select from ${predictions} p where p.user_id = ${userId} and p.show_id = show.id
      )`);
  return rows[0]?.count ?? 0;
}

/** Returns false if the device may have shown the push: the connection broke after it was open. */
function canRetryPush(error: unknown): boolean {
  const status = getStatusCode(error);
  return status === undefined ? !wasConnected(error) : status === 429 || status >= 500;
}

import type { Agent } from 'node:https';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { LOCKS_AT } from './due.ts';
import { pushText } from './messages.ts';
import { type Pushing, pushToDevice, statusOf, wasConnected } from './push-to-device.ts';
import { NotAccepted, type SendNotification } from './send-notifications.ts';

/** Notices on each of a fan's devices. A show's newer one takes the place of the one before. */
export function pushChannel(
  { clock, ...pushing }: Pushing & Pick<Context, 'clock'>,
  agent?: Agent,
): SendNotification {
  const { db } = pushing;
  const push = pushToDevice(pushing, agent);

  return async (notice) => {
    const { userId, showId } = notice;
    const devices = await db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId));
    const badge = await countUnpredicted(db, userId, clock());
    const message = { ...pushText(notice), tag: `show-${showId}`, badge };
    const outcomes = await Promise.allSettled(devices.map((device) => push(device, message)));
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length < outcomes.length) return;
    // One that was shown is not sent again for the sake of another device.
    const cause = failures.find(mayTryAgain);
    throw cause ? new NotAccepted('No push service took it', { cause }) : failures[0];
  };
}

/** How many shows take predictions at `now` and have none of this fan's: the badge of an app that is closed. */
async function countUnpredicted(db: Db, userId: string, now: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${shows} its
    where its.status = 'open'
      and ${LOCKS_AT} > ${new Date(now).toISOString()}::timestamptz
      and not exists (
        select from ${predictions} p where p.user_id = ${userId} and p.show_id = its.id
      )`);
  return rows[0]?.count ?? 0;
}

/** As of a letter: the service was not reached, or does not take it now. What broke off later may be shown. */
function mayTryAgain(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? !wasConnected(error) : status === 429 || status >= 500;
}

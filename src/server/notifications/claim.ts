import { and, asc, count, eq, gt, gte, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { MAX_PUSHES_PER_DAY, type NotificationChannel } from '#contract/notifications.ts';
import type { Correction } from '#contract/receipts.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import type { SpoilerSettings } from '#contract/spoilers.ts';
import type { Db } from '../db/open.ts';
import { notifications, pushSubscriptions } from '../db/schema/notifications.ts';
import { pointCorrections } from '../db/schema/predictions.ts';
import type { Tx } from '../db/transaction.ts';
import {
  type Details,
  isStillValid,
  type NotificationRow,
  readDetails,
} from './notification-details.ts';
import type { Nudge } from './nudges.ts';
import { selectLastNotifiedCorrection } from './queue-due.ts';
import { findQuietHoursEnd, startOfDay } from './quiet-hours.ts';

export interface ClaimedNotification extends NotificationRow, SpoilerSettings {
  email: string;
  username: string;
  predictionId: string | null;
  points: number | null;
  correction?: Pick<Correction, 'what' | 'difference'> | undefined;
  nudge?: Nudge | undefined;
  show: Details['show'];
}

/**
 * Also drops invalid notifications. The claim commits before anything is sent: losing an email in a
 * crash is better than sending it twice.
 */
export async function claimNotification(
  db: Db,
  now: number,
  channel: NotificationChannel,
): Promise<ClaimedNotification | undefined> {
  for (;;) {
    const result = await db.transaction(async (tx) => {
      const notification = await lockNext(tx, now, channel);
      if (!notification) return 'none due';
      const details = await readDetails(tx, notification);
      if (!details || !isStillValid(notification, details, now)) {
        await tx.delete(notifications).where(isNotification(notification));
        return 'dropped';
      }
      if (notification.channel === 'push') {
        const update = await postponeOrSkip(tx, notification, details, now);
        if (update) {
          await tx.update(notifications).set(update).where(isNotification(notification));
          return 'postponed';
        }
      }
      const correction =
        notification.kind === 'result'
          ? await combineCorrections(tx, notification, details)
          : undefined;
      await tx
        .update(notifications)
        .set({ claimedAt: new Date(now), attempts: notification.attempts + 1 })
        .where(isNotification(notification));
      return {
        ...notification,
        ...details,
        correction,
        attempts: notification.attempts + 1,
      };
    });
    if (result === 'none due') return undefined;
    if (typeof result === 'object') return result;
  }
}

export function isNotification({
  userId,
  showId,
  channel,
  kind,
  about,
}: NotificationRow): SQL | undefined {
  return and(
    eq(notifications.userId, userId),
    eq(notifications.showId, showId),
    eq(notifications.channel, channel),
    eq(notifications.kind, kind),
    eq(notifications.about, about),
  );
}

async function lockNext(tx: Tx, now: number, channel: NotificationChannel) {
  const [next] = await tx
    .select()
    .from(notifications)
    .where(
      and(
        isNull(notifications.claimedAt),
        isNull(notifications.outcome),
        lte(notifications.sendAfter, new Date(now)),
        eq(notifications.channel, channel),
      ),
    )
    .orderBy(asc(notifications.sendAfter))
    .limit(1)
    .for('update', { skipLocked: true });
  return next;
}

/** Returns undefined for the first notification. */
async function combineCorrections(
  tx: Tx,
  notification: NotificationRow,
  { predictionId }: Details,
): Promise<ClaimedNotification['correction']> {
  if (!predictionId) return undefined;
  const corrections = await tx
    .select({ what: pointCorrections.what, difference: pointCorrections.difference })
    .from(pointCorrections)
    .where(
      and(
        eq(pointCorrections.predictionId, predictionId),
        gt(pointCorrections.id, selectLastNotifiedCorrection(notification)),
      ),
    );
  const [firstCorrection] = corrections;
  if (!firstCorrection) return undefined;
  const { what: firstReason } = firstCorrection;
  const isSameReason = corrections.every(({ what: reason }) => reason === firstReason);
  const difference = corrections.reduce((sum, correction) => sum + correction.difference, 0);
  return { what: isSameReason ? firstReason : 'Setlist corrected', difference };
}

/** Postpones a push in quiet hours, and skips it at the daily limit. */
async function postponeOrSkip(
  tx: Tx,
  { userId, kind }: NotificationRow,
  { show }: Details,
  now: number,
): Promise<Partial<NotificationRow> | undefined> {
  const [latestDevice] = await tx
    .select({ timeZone: pushSubscriptions.timeZone })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(sql`${pushSubscriptions.seenAt} desc`)
    .limit(1);
  const skipped = { outcome: 'skipped' as const };
  if (!latestDevice) return skipped;
  const morning = findQuietHoursEnd(now, latestDevice.timeZone);
  if (morning) {
    const isTooLate = kind === 'reminder' && morning.getTime() >= predictionsLockAt(show);
    return isTooLate ? skipped : { sendAfter: morning };
  }
  // Serializes servers that count the pushes of one fan.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${userId}`}, 0))`);
  const [sentToday] = await tx
    .select({ pushCount: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.channel, 'push'),
        gte(notifications.claimedAt, startOfDay(now, latestDevice.timeZone)),
        or(isNull(notifications.outcome), ne(notifications.outcome, 'failed')),
      ),
    );
  return (sentToday?.pushCount ?? 0) < MAX_PUSHES_PER_DAY ? undefined : skipped;
}

import { and, eq, sql } from 'drizzle-orm';
import { NOTIFICATION_DEFAULTS } from '#contract/notifications.ts';
import { acceptsPredictions } from '#contract/show-lock.ts';
import { spoilerColumns } from '../accounts/spoilers.ts';
import { users } from '../db/schema/accounts.ts';
import { notificationPreferences, type notifications } from '../db/schema/notifications.ts';
import { pointCorrections, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { isAboutMove, isAboutVoid } from './about.ts';
import { findNudge } from './nudges.ts';

export type NotificationRow = typeof notifications.$inferSelect;

export type Details = NonNullable<Awaited<ReturnType<typeof readDetails>>>;

export async function readDetails(tx: Tx, notification: NotificationRow) {
  const { userId, showId, channel, kind } = notification;
  const [details] = await tx
    .select({
      email: users.email,
      username: users.username,
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isWanted: notificationPreferences.isWanted,
      predictionId: predictions.id,
      points: predictions.points,
      ...spoilerColumns,
      lastCorrection: sql<string>`(
        select coalesce(max(id), 0)::text from ${pointCorrections}
        where prediction_id = ${predictions.id}
      )`,
      show: {
        id: shows.id,
        name: shows.name,
        city: shows.city,
        date: shows.date,
        timeZone: shows.timeZone,
        status: shows.status,
        locksAt: shows.locksAt,
        arePredictionsFrozen: shows.arePredictionsFrozen,
        tourName: shows.tourName,
      },
    })
    .from(users)
    .innerJoin(shows, eq(shows.id, showId))
    .leftJoin(predictions, and(eq(predictions.userId, users.id), eq(predictions.showId, showId)))
    .leftJoin(
      notificationPreferences,
      and(
        eq(notificationPreferences.userId, users.id),
        eq(notificationPreferences.channel, channel),
        eq(notificationPreferences.kind, kind),
      ),
    )
    .where(eq(users.id, userId));
  return details && { ...details, nudge: await findNudge(tx, notification) };
}

export function isStillValid(
  { channel, kind, about }: NotificationRow,
  details: Details,
  now: number,
): boolean {
  const { isVerified, isWanted, predictionId, points, lastCorrection, nudge, show } = details;
  if (!(isWanted ?? NOTIFICATION_DEFAULTS[channel][kind])) return false;
  if (channel === 'mail' && !isVerified) return false;
  switch (kind) {
    case 'reminder':
      if (about !== '' && !nudge) return false;
      return predictionId === null && acceptsPredictions(show, now);
    case 'result':
      return points !== null && show.status === 'closed' && about === lastCorrection;
    case 'moved':
      return isAboutVoid(about)
        ? predictionId === null && acceptsPredictions(show, now)
        : predictionId !== null && isAboutMove(about, show);
    case 'recap':
      return show.status === 'closed' && show.tourName !== null;
  }
}

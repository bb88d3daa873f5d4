import { asc, eq, sql } from 'drizzle-orm';
import type { AccountData } from '#contract/account-data.ts';
import { currentUserColumns } from '../accounts/account.ts';
import { findCalendarLink } from '../calendar/queries.ts';
import type { Db } from '../db/open.ts';
import { passkeys, sessions, users } from '../db/schema/accounts.ts';
import {
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from '../db/schema/notifications.ts';
import {
  pointCorrections,
  predictionShares,
  predictions,
  voidedPredictions,
} from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { findUserPredictions } from '../predictions/queries.ts';
import { readCommunityData } from './read-community-data.ts';
import { readLeagueData } from './read-league-data.ts';

export function readAccountData(db: Db, userId: string, now: number): Promise<AccountData> {
  return db.transaction(
    async (tx) => {
      const [account] = await tx
        .select({
          ...currentUserColumns,
          createdAt: users.createdAt,
          isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
        })
        .from(users)
        .where(eq(users.id, userId));
      if (!account) throw new ApiError(401, 'Please sign in');
      const shares = await tx
        .select({ share: predictionShares })
        .from(predictionShares)
        .innerJoin(predictions, eq(predictions.id, predictionShares.predictionId))
        .where(eq(predictions.userId, userId));
      const sharesByPrediction = new Map(shares.map(({ share }) => [share.predictionId, share]));
      const corrections = await tx
        .select({ correction: pointCorrections })
        .from(pointCorrections)
        .innerJoin(predictions, eq(predictions.id, pointCorrections.predictionId))
        .where(eq(predictions.userId, userId))
        .orderBy(asc(pointCorrections.id));
      const predictionList = await findUserPredictions(tx, userId, now);
      const voidedRows = await tx
        .select({ show: shows.name, voidedAt: voidedPredictions.voidedAt })
        .from(voidedPredictions)
        .innerJoin(shows, eq(shows.id, voidedPredictions.showId))
        .where(eq(voidedPredictions.userId, userId))
        .orderBy(asc(voidedPredictions.voidedAt));
      const calendarLink = await findCalendarLink(tx, userId);
      const sessionRows = await tx.select().from(sessions).where(eq(sessions.userId, userId));
      const passkeyRows = await tx.select().from(passkeys).where(eq(passkeys.userId, userId));
      return {
        exportedAt: new Date(now).toISOString(),
        account: { ...account, createdAt: account.createdAt.toISOString() },
        predictions: predictionList.map(({ id, show, submittedAt, points, isSurprise, songs }) => ({
          ...{ show, submittedAt, points, isSurprise, songs },
          share: serialize(sharesByPrediction.get(id)) ?? null,
          corrections: corrections
            .filter(({ correction }) => correction.predictionId === id)
            .map(({ correction }) => serialize(correction)),
        })),
        voidedPredictions: voidedRows.map(serialize),
        ...(await readCommunityData(tx, userId)),
        ...(await readLeagueData(tx, userId)),
        calendar: serialize(calendarLink) ?? null,
        sessions: sessionRows.map(serialize),
        passkeys: passkeyRows.map(serialize),
        notices: await readNotifications(tx, userId),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readNotifications(tx: Tx, userId: string): Promise<AccountData['notices']> {
  const preferences = await tx
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  const devices = await tx
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  const notificationRows = await tx
    .select({ notification: notifications, show: shows.name })
    .from(notifications)
    .innerJoin(shows, eq(shows.id, notifications.showId))
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.createdAt));
  return {
    choices: preferences,
    devices: devices.map(serialize),
    sent: notificationRows.map(({ notification, show }) => ({ ...serialize(notification), show })),
  };
}

type Serialized<Row> = {
  [Key in keyof Row]: Row[Key] extends Date
    ? string
    : Row[Key] extends Date | null
      ? string | null
      : Row[Key];
};

function serialize<Row extends object | undefined>(row: Row): Serialized<Row> {
  return row && JSON.parse(JSON.stringify(row));
}

import { asc, eq, sql } from 'drizzle-orm';
import type { OwnData } from '#contract/own-data.ts';
import { currentUserColumns } from '../accounts/account.ts';
import { passkeys } from '../db/account-schema.ts';
import { forumPosts, forumThreads } from '../db/forum-schema.ts';
import { noticeChoices, notices, pushSubscriptions } from '../db/notice-schema.ts';
import type { Db, Tx } from '../db/open.ts';
import { pointCorrections, predictionShares } from '../db/prediction-schema.ts';
import { predictions, sessions, shows, users } from '../db/schema.ts';
import { ApiError } from '../http/api-error.ts';
import { findPredictionsOf } from '../predictions/queries.ts';

/** All of one moment. `now` in milliseconds since 1970. */
export function readOwnData(db: Db, userId: string, now: number): Promise<OwnData> {
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
      const shareOf = new Map(shares.map(({ share }) => [share.predictionId, share]));
      const corrections = await tx
        .select({ correction: pointCorrections })
        .from(pointCorrections)
        .innerJoin(predictions, eq(predictions.id, pointCorrections.predictionId))
        .where(eq(predictions.userId, userId))
        .orderBy(asc(pointCorrections.id));
      const predicted = await findPredictionsOf(tx, userId, now);
      const threads = await tx
        .select()
        .from(forumThreads)
        .where(eq(forumThreads.authorId, userId))
        .orderBy(asc(forumThreads.createdAt));
      const posts = await tx
        .select({ post: forumPosts, thread: forumThreads.title })
        .from(forumPosts)
        .innerJoin(forumThreads, eq(forumThreads.id, forumPosts.threadId))
        .where(eq(forumPosts.authorId, userId))
        .orderBy(asc(forumPosts.createdAt));
      const signedIn = await tx.select().from(sessions).where(eq(sessions.userId, userId));
      const keys = await tx.select().from(passkeys).where(eq(passkeys.userId, userId));
      return {
        exportedAt: new Date(now).toISOString(),
        account: { ...account, createdAt: account.createdAt.toISOString() },
        predictions: predicted.map(({ id, show, submittedAt, points, songs }) => ({
          ...{ show, submittedAt, points, songs },
          share: withMoments(shareOf.get(id)) ?? null,
          corrections: corrections
            .filter(({ correction }) => correction.predictionId === id)
            .map(({ correction }) => withMoments(correction)),
        })),
        threads: threads.map(withMoments),
        posts: posts.map(({ post, thread }) => ({ ...withMoments(post), thread })),
        sessions: signedIn.map(withMoments),
        passkeys: keys.map(withMoments),
        notices: await noticesOf(tx, userId),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function noticesOf(tx: Tx, userId: string): Promise<OwnData['notices']> {
  const choices = await tx.select().from(noticeChoices).where(eq(noticeChoices.userId, userId));
  const devices = await tx
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  const sent = await tx
    .select({ notice: notices, show: shows.name })
    .from(notices)
    .innerJoin(shows, eq(shows.id, notices.showId))
    .where(eq(notices.userId, userId))
    .orderBy(asc(notices.createdAt));
  return {
    choices,
    devices: devices.map(withMoments),
    sent: sent.map(({ notice, show }) => ({ ...withMoments(notice), show })),
  };
}

/** The row as JSON has it. */
type WithMoments<Row> = {
  [Key in keyof Row]: Row[Key] extends Date
    ? string
    : Row[Key] extends Date | null
      ? string | null
      : Row[Key];
};

function withMoments<Row extends object | undefined>(row: Row): WithMoments<Row> {
  return row && JSON.parse(JSON.stringify(row));
}

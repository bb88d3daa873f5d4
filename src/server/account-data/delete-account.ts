import { and, eq, inArray } from 'drizzle-orm';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { lockAdministrators } from '../accounts/administrators/administrators.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import { predictionShares, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import {
  countAuthorPosts,
  selectThreadsForUpdate,
  updateAuthorThreadCounts,
} from '../forums/author-threads.ts';
import { ApiError } from '../http/api-error.ts';
import { createTalkChange } from '../league-talk/change-post.ts';
import { leaveAllLeagues, retryIfInLeague } from '../leagues/change-members.ts';
import { endRightsOf } from '../scribes/rights.ts';
import { createSessionEndChanges, endAllSessions } from '../sessions/sessions.ts';
import { bumpVersion } from '../shows/show-row.ts';

/** Returns the number of deleted rows. Throws 401, or 409 for the last administrator. */
export async function deleteAccount(
  scope: ChangeScope,
  userId: string,
  now: number,
): Promise<DeletionImpact> {
  const { tx, record, changed } = scope;
  // Locks in the same order as every other change: shows, threads, leagues, accounts.
  await lockPredictedShows(tx, userId);
  const threads = await selectThreadsForUpdate(tx, userId);
  await leaveAllLeagues(scope, userId);
  await rejectLastAdministrator(tx, userId);
  // This lock waits for predictions in progress. They may add shows, so the shows are locked again.
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  await retryIfInLeague(tx, userId);
  const predictedShows = await lockPredictedShows(tx, userId);
  const leaguesWithPosts = await findLeaguesWithPosts(tx, userId);
  const impact = await countAccountImpact(tx, userId);
  await record({ actorId: null, action: 'user.delete', subjectId: userId, after: impact });
  await endAllSessions(tx, userId);
  await endRightsOf(scope, userId);
  const creditedShows = await findCreditedShows(tx, userId);
  const [deletedUser] = await tx
    .delete(users)
    .where(eq(users.id, userId))
    .returning({ id: users.id });
  if (!deletedUser) throw new ApiError(401, 'Please sign in');

  changed(
    { topic: 'account', subjectId: userId, version: now },
    { topic: 'profile', subjectId: userId, version: now },
    ...createSessionEndChanges(userId, now),
  );
  if (user?.mutedUntil) changed({ topic: 'mute', subjectId: userId, version: now });
  for (const { showId } of creditedShows)
    changed({ topic: 'credits', subjectId: showId, version: nextChangeVersion() });
  for (const { leagueId } of leaguesWithPosts) changed(createTalkChange(leagueId));
  for (const show of predictedShows) {
    const subject = { subjectId: show.id, version: await bumpVersion(tx, show.id) };
    changed({ topic: 'entrants', ...subject });
    if (show.status === 'live' || show.scoredAt) changed({ topic: 'standings', ...subject });
    if (show.scoredAt) changed({ topic: 'totals', ...subject });
  }
  changed(...(await updateAuthorThreadCounts(tx, userId, threads, now)));
  return impact;
}

export async function countAccountImpact(db: DbOrTx, userId: string): Promise<DeletionImpact> {
  const predictionIds = db
    .select({ id: predictions.id })
    .from(predictions)
    .where(eq(predictions.userId, userId));
  return {
    predictions: await db.$count(predictions, eq(predictions.userId, userId)),
    shares: await db.$count(
      predictionShares,
      inArray(predictionShares.predictionId, predictionIds),
    ),
    ...(await countAuthorPosts(db, userId)),
    leaguePosts: await db.$count(leaguePosts, eq(leaguePosts.authorId, userId)),
  };
}

function findLeaguesWithPosts(tx: Tx, userId: string) {
  return tx
    .selectDistinct({ leagueId: leaguePosts.leagueId })
    .from(leaguePosts)
    .where(eq(leaguePosts.authorId, userId));
}

function findCreditedShows(tx: Tx, userId: string) {
  return tx
    .selectDistinct({ showId: auditLog.showId })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, 'setlist.add')));
}

function lockPredictedShows(tx: Tx, userId: string) {
  const predictedShows = tx
    .select({ id: predictions.showId })
    .from(predictions)
    .where(eq(predictions.userId, userId));
  return tx
    .select({ id: shows.id, status: shows.status, scoredAt: shows.scoredAt })
    .from(shows)
    .where(inArray(shows.id, predictedShows))
    .orderBy(shows.id)
    .for('update');
}

async function rejectLastAdministrator(tx: Tx, userId: string): Promise<void> {
  const administrators = await lockAdministrators(tx);
  if (administrators.length === 1 && administrators[0]?.id === userId)
    throw new ApiError(
      409,
      'The last administrator cannot delete their account. Make someone else an administrator first.',
    );
}

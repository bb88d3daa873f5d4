import { and, eq, isNull, ne } from 'drizzle-orm';
import { HIDDEN_LEAGUE_NAME, toHiddenReason } from '#contract/hidden-content.ts';
import {
  ALREADY_NUDGED,
  EVERYONE_PREDICTED,
  NUDGES_ENDED,
  nudgesEndAt,
} from '#contract/league-nudges.ts';
import { acceptsPredictions, PREDICTIONS_CLOSED } from '#contract/show-lock.ts';
import { areUnblocked } from '../blocks/queries.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { users } from '../db/schema/accounts.ts';
import { leagueMembers, leagueNudges, leagues } from '../db/schema/leagues.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import type { notifications } from '../db/schema/notifications.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { requirePostingPermission } from '../forums/posting-limits.ts';
import { ApiError } from '../http/api-error.ts';
import { lockLeague, requireMember } from '../leagues/access.ts';
import { createLeagueChange } from '../leagues/change-members.ts';
import { isAfterLeagueStart } from '../leagues/queries.ts';

/** Throws 400 if the show doesn't count, 409 if it is too late or the league can't be nudged. */
export async function nudgeLeague(
  { tx, changed }: ChangeScope,
  { leagueId, showId }: { leagueId: string; showId: string },
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await lockLeague(tx, leagueId);
  await requireMember(tx, leagueId, userId);
  await requirePostingPermission(tx, userId, now);
  const [show] = await tx
    .select({
      date: shows.date,
      locksAt: shows.locksAt,
      status: shows.status,
      arePredictionsFrozen: shows.arePredictionsFrozen,
    })
    .from(shows)
    .where(and(eq(shows.id, showId), isAfterLeagueStart(leagueId)));
  if (!show) throw new ApiError(400, 'Choose a show');
  if (!acceptsPredictions(show, now)) throw new ApiError(409, PREDICTIONS_CLOSED);
  if (now > nudgesEndAt(show)) throw new ApiError(409, NUDGES_ENDED);
  if (!(await isSomeoneMissing(tx, { leagueId, showId, userId })))
    throw new ApiError(409, EVERYONE_PREDICTED);
  const added = await tx
    .insert(leagueNudges)
    .values({ leagueId, showId, userId, createdAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ showId: leagueNudges.showId });
  if (added.length === 0) throw new ApiError(409, ALREADY_NUDGED);
  changed(createLeagueChange(leagueId));
}

async function isSomeoneMissing(
  tx: Tx,
  { leagueId, showId, userId }: { leagueId: string; showId: string; userId: string },
): Promise<boolean> {
  const [member] = await tx
    .select({ userId: leagueMembers.userId })
    .from(leagueMembers)
    .leftJoin(
      predictions,
      and(eq(predictions.userId, leagueMembers.userId), eq(predictions.showId, showId)),
    )
    .where(
      and(
        eq(leagueMembers.leagueId, leagueId),
        ne(leagueMembers.userId, userId),
        isNull(predictions.id),
      ),
    )
    .limit(1);
  return member !== undefined;
}

/** `by` is null after that account was deleted. */
export interface Nudge {
  league: string;
  by: string | null;
}

/** Returns undefined for other kinds, or if the fan left the league or a block was added. */
export async function findNudge(
  tx: Tx,
  { userId, showId, kind, about: leagueId }: typeof notifications.$inferSelect,
): Promise<Nudge | undefined> {
  if (kind !== 'reminder' || leagueId === '') return undefined;
  const [nudge] = await tx
    .select({
      league: leagues.name,
      by: users.username,
      visibility: moderationCases.visibility,
    })
    .from(leagueNudges)
    .innerJoin(leagues, eq(leagues.id, leagueNudges.leagueId))
    .innerJoin(
      leagueMembers,
      and(eq(leagueMembers.leagueId, leagues.id), eq(leagueMembers.userId, userId)),
    )
    .leftJoin(users, eq(users.id, leagueNudges.userId))
    .leftJoin(moderationCases, eq(moderationCases.leagueId, leagues.id))
    .where(
      and(
        eq(leagueNudges.leagueId, leagueId),
        eq(leagueNudges.showId, showId),
        areUnblocked(leagueMembers.userId, leagueNudges.userId),
      ),
    );
  if (!nudge) return undefined;
  const { league, by, visibility } = nudge;
  return { league: toHiddenReason(visibility) === null ? league : HIDDEN_LEAGUE_NAME, by };
}

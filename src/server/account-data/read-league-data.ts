import { asc, eq, sql } from 'drizzle-orm';
import type { AccountData } from '#contract/account-data.ts';
import { HIDDEN_LEAGUE_NAME, toHiddenReason } from '#contract/hidden-content.ts';
import { leagueMembers, leagueNudges, leaguePosts, leagues } from '../db/schema/leagues.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';

/** Omits the hidden names of leagues that the user doesn't own. */
export async function readLeagueData(
  tx: Tx,
  userId: string,
): Promise<Pick<AccountData, 'leagues' | 'leaguePosts' | 'nudges'>> {
  const league = {
    name: leagues.name,
    isOwner: sql<boolean>`${leagues.ownerId} = ${userId}`,
    visibility: moderationCases.visibility,
  };
  const isLeagueCase = eq(moderationCases.leagueId, leagues.id);
  const memberships = await tx
    .select({ ...league, joinedAt: leagueMembers.joinedAt })
    .from(leagueMembers)
    .innerJoin(leagues, eq(leagues.id, leagueMembers.leagueId))
    .leftJoin(moderationCases, isLeagueCase)
    .where(eq(leagueMembers.userId, userId))
    .orderBy(asc(leagueMembers.joinedAt));
  const { content, createdAt, updatedAt } = leaguePosts;
  const posts = await tx
    .select({ ...league, content, createdAt, updatedAt })
    .from(leaguePosts)
    .innerJoin(leagues, eq(leagues.id, leaguePosts.leagueId))
    .leftJoin(moderationCases, isLeagueCase)
    .where(eq(leaguePosts.authorId, userId))
    .orderBy(asc(createdAt));
  const nudges = await tx
    .select({ ...league, show: shows.name, createdAt: leagueNudges.createdAt })
    .from(leagueNudges)
    .innerJoin(leagues, eq(leagues.id, leagueNudges.leagueId))
    .innerJoin(shows, eq(shows.id, leagueNudges.showId))
    .leftJoin(moderationCases, isLeagueCase)
    .where(eq(leagueNudges.userId, userId))
    .orderBy(asc(leagueNudges.createdAt));
  return {
    leagues: memberships.map((row) => ({
      name: readName(row),
      isOwner: row.isOwner,
      joinedAt: row.joinedAt.toISOString(),
    })),
    leaguePosts: posts.map((row) => ({
      league: readName(row),
      content: row.content,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nudges: nudges.map((row) => ({
      league: readName(row),
      show: row.show,
      createdAt: row.createdAt.toISOString(),
    })),
  };
}

type LeagueName = {
  name: string;
  isOwner: boolean;
  visibility: typeof moderationCases.$inferSelect.visibility | null;
};

function readName({ name, isOwner, visibility }: LeagueName): string {
  return isOwner || toHiddenReason(visibility) === null ? name : HIDDEN_LEAGUE_NAME;
}

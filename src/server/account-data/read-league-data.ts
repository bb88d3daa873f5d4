import { asc, eq, sql } from 'drizzle-orm';
import type { AccountData } from '#contract/account-data.ts';
import { leagueMembers, leagueNudges, leaguePosts, leagues } from '../db/schema/leagues.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';

export async function readLeagueData(
  tx: Tx,
  userId: string,
): Promise<Pick<AccountData, 'leagues' | 'leaguePosts' | 'nudges'>> {
  const memberships = await tx
    .select({
      name: leagues.name,
      joinedAt: leagueMembers.joinedAt,
      isOwner: sql<boolean>`${leagues.ownerId} = ${leagueMembers.userId}`,
    })
    .from(leagueMembers)
    .innerJoin(leagues, eq(leagues.id, leagueMembers.leagueId))
    .where(eq(leagueMembers.userId, userId))
    .orderBy(asc(leagueMembers.joinedAt));
  const { content, createdAt, updatedAt } = leaguePosts;
  const posts = await tx
    .select({ league: leagues.name, content, createdAt, updatedAt })
    .from(leaguePosts)
    .innerJoin(leagues, eq(leagues.id, leaguePosts.leagueId))
    .where(eq(leaguePosts.authorId, userId))
    .orderBy(asc(createdAt));
  const nudges = await tx
    .select({ league: leagues.name, show: shows.name, createdAt: leagueNudges.createdAt })
    .from(leagueNudges)
    .innerJoin(leagues, eq(leagues.id, leagueNudges.leagueId))
    .innerJoin(shows, eq(shows.id, leagueNudges.showId))
    .where(eq(leagueNudges.userId, userId))
    .orderBy(asc(leagueNudges.createdAt));
  return {
    leagues: memberships.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })),
    leaguePosts: posts.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nudges: nudges.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  };
}

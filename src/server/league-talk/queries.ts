import { and, desc, eq, exists, type SQL } from 'drizzle-orm';
import type { LeaguePost } from '#contract/league-talk.ts';
import { type BlockFilter, isUnblocked } from '../blocks/queries.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { leaguePosts } from '../db/schema/leagues.ts';

export function countLeaguePosts(
  db: DbOrTx,
  leagueId: string,
  blocks: BlockFilter | undefined,
): Promise<number> {
  return db.$count(leaguePosts, isListed(leagueId, blocks));
}

export async function findLeaguePosts(
  db: DbOrTx,
  leagueId: string,
  { limit, offset }: { limit: number; offset: number },
  blocks: BlockFilter | undefined,
): Promise<LeaguePost[]> {
  const rows = await selectPosts(db)
    .where(isListed(leagueId, blocks))
    .orderBy(desc(leaguePosts.createdAt))
    .limit(limit)
    .offset(offset);
  return rows.map(toPost);
}

export function hasPosted(db: DbOrTx, leagueId: string, fan: SQL): SQL {
  const isOwn = and(eq(leaguePosts.authorId, fan), eq(leaguePosts.leagueId, leagueId));
  return exists(db.select({ id: leaguePosts.id }).from(leaguePosts).where(isOwn));
}

function isListed(leagueId: string, blocks: BlockFilter | undefined) {
  return and(eq(leaguePosts.leagueId, leagueId), isUnblocked(leaguePosts.authorId, blocks));
}

export async function findLeaguePost(
  db: DbOrTx,
  leagueId: string,
  postId: string,
): Promise<LeaguePost | undefined> {
  const [row] = await selectPosts(db).where(
    and(eq(leaguePosts.leagueId, leagueId), eq(leaguePosts.id, postId)),
  );
  return row && toPost(row);
}

function selectPosts(db: DbOrTx) {
  const { id, content, createdAt, updatedAt } = leaguePosts;
  const author = { id: users.id, username: users.username };
  return db
    .select({ id, content, createdAt, updatedAt, author })
    .from(leaguePosts)
    .innerJoin(users, eq(users.id, leaguePosts.authorId))
    .$dynamic();
}

function toPost(row: Awaited<ReturnType<typeof selectPosts>>[number]): LeaguePost {
  const { createdAt, updatedAt } = row;
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

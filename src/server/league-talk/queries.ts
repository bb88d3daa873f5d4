import { and, desc, eq, exists, ne, type SQL } from 'drizzle-orm';
import type { LeaguePost } from '#contract/league-talk.ts';
import { canModerate } from '#contract/roles.ts';
import { findBlockFilter, isUnblocked } from '../blocks/queries.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import { findViewBlocks, toVisiblePost, type View } from '../forums/view.ts';
import type { Viewer } from '../http/viewer.ts';

/** Members share one view, unless a post of theirs is hidden or a block affects an author. */
export async function findTalkView(db: DbOrTx, leagueId: string, viewer: Viewer): Promise<View> {
  const { userId: authorId } = viewer;
  if (canModerate(viewer)) return 'moderator';
  const blocks = await findBlockFilter(db, viewer, (fan) => hasPosted(db, leagueId, fan));
  if (blocks) return { authorId, blocks };
  const hidden = and(
    eq(moderationCases.userId, authorId),
    eq(moderationCases.kind, 'talk'),
    ne(moderationCases.visibility, 'visible'),
  );
  return (await db.$count(moderationCases, hidden)) > 0 ? { authorId } : 'everyone';
}

export function countLeaguePosts(db: DbOrTx, leagueId: string, view: View): Promise<number> {
  return db.$count(leaguePosts, isListed(leagueId, view));
}

export async function findLeaguePosts(
  db: DbOrTx,
  leagueId: string,
  { limit, offset }: { limit: number; offset: number },
  view: View,
): Promise<LeaguePost[]> {
  const rows = await selectPosts(db)
    .where(isListed(leagueId, view))
    .orderBy(desc(leaguePosts.createdAt))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => toVisiblePost(row, view));
}

function hasPosted(db: DbOrTx, leagueId: string, fan: SQL): SQL {
  const isByFan = and(eq(leaguePosts.authorId, fan), eq(leaguePosts.leagueId, leagueId));
  return exists(db.select({ id: leaguePosts.id }).from(leaguePosts).where(isByFan));
}

function isListed(leagueId: string, view: View) {
  const isOpen = isUnblocked(leaguePosts.authorId, findViewBlocks(view));
  return and(eq(leaguePosts.leagueId, leagueId), isOpen);
}

/** Includes the text of a hidden post, for its author. */
export async function findLeaguePost(
  db: DbOrTx,
  leagueId: string,
  postId: string,
): Promise<LeaguePost | undefined> {
  const [row] = await selectPosts(db).where(
    and(eq(leaguePosts.leagueId, leagueId), eq(leaguePosts.id, postId)),
  );
  return row && toVisiblePost(row, 'moderator');
}

function selectPosts(db: DbOrTx) {
  const { id, content, createdAt, updatedAt } = leaguePosts;
  const author = { id: users.id, username: users.username };
  return db
    .select({ id, content, createdAt, updatedAt, author, visibility: moderationCases.visibility })
    .from(leaguePosts)
    .innerJoin(users, eq(users.id, leaguePosts.authorId))
    .leftJoin(moderationCases, eq(moderationCases.leaguePostId, id))
    .$dynamic();
}

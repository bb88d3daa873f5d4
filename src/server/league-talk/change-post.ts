import { eq, max } from 'drizzle-orm';
import { canDeleteLeaguePost, type LeaguePost } from '#contract/league-talk.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import type { Tx } from '../db/transaction.ts';
import { prepareEdit, prepareNewPost, requireAuthor } from '../forums/write-post.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { hasMember, type LeagueRow, lockLeague } from '../leagues/access.ts';
import { describeLeague } from '../leagues/change-members.ts';
import { findLeaguePost } from './queries.ts';

export function createTalkChange(leagueId: string) {
  return { topic: 'leagueTalk', subjectId: leagueId, version: nextChangeVersion() } as const;
}

interface Author {
  viewer: Viewer;
  now: number;
}

/** Throws 404 for non-members, and the errors of `prepareNewPost`. */
export async function createPost(
  scope: ChangeScope,
  leagueId: string,
  draft: Author & { content: string },
): Promise<LeaguePost> {
  const { tx } = scope;
  const league = await lockTalk(tx, leagueId, draft.viewer.userId);
  const [latest] = await tx
    .select({ createdAt: max(leaguePosts.createdAt) })
    .from(leaguePosts)
    .where(eq(leaguePosts.leagueId, league.id));
  const columns = await prepareNewPost(tx, draft, latest?.createdAt?.getTime() ?? 0);
  const [post] = await tx
    .insert(leaguePosts)
    .values({ leagueId: league.id, ...columns })
    .returning({ id: leaguePosts.id });
  return reloadPost(scope, league.id, post?.id ?? '');
}

/** Throws 404 for non-members and unknown posts, and 403 for someone else's post. */
export async function updatePost(
  scope: ChangeScope,
  { leagueId, postId }: { leagueId: string; postId: string },
  edit: Author & { content: string | undefined },
): Promise<LeaguePost> {
  const { tx } = scope;
  const league = await lockTalk(tx, leagueId, edit.viewer.userId);
  const post = await requirePost(tx, league.id, postId);
  requireAuthor(post, edit.viewer);
  const columns = await prepareEdit(tx, post, edit);
  if (!columns) return post;
  await tx.update(leaguePosts).set(columns).where(eq(leaguePosts.id, post.id));
  return reloadPost(scope, league.id, post.id);
}

/** Throws the errors of `updatePost`, but the league's owner may delete any post. */
export async function deletePost(
  { tx, record, changed }: ChangeScope,
  { leagueId, postId }: { leagueId: string; postId: string },
  userId: string,
): Promise<void> {
  const league = await lockTalk(tx, leagueId, userId);
  const { id, author } = await requirePost(tx, league.id, postId);
  if (!canDeleteLeaguePost({ author }, { id: userId, isOwner: league.ownerId === userId }))
    throw new ApiError(403, 'You can only delete your own posts');
  // Omits the text, because administrators may not read an invite-only league.
  if (author.id !== userId)
    await record({
      action: 'league.delete-post',
      subjectId: author.id,
      before: describeLeague(league),
    });
  await tx.delete(leaguePosts).where(eq(leaguePosts.id, id));
  changed(createTalkChange(league.id));
}

async function lockTalk(tx: Tx, leagueId: string, userId: string): Promise<LeagueRow> {
  const league = await lockLeague(tx, leagueId);
  if (!(await hasMember(tx, leagueId, userId))) throw notFound('League');
  return league;
}

async function requirePost(tx: Tx, leagueId: string, postId: string): Promise<LeaguePost> {
  const post = await findLeaguePost(tx, leagueId, postId);
  if (!post) throw notFound('Post');
  return post;
}

async function reloadPost(
  { tx, changed }: ChangeScope,
  leagueId: string,
  postId: string,
): Promise<LeaguePost> {
  changed(createTalkChange(leagueId));
  return requirePost(tx, leagueId, postId);
}

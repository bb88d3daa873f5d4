import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { type ReportKind, SHOW_THREAD_REPORTED } from '#contract/reports.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts } from '../db/schema/forums.ts';
import { leaguePosts } from '../db/schema/leagues.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import type { Tx } from '../db/transaction.ts';
import { lockThread } from '../forums/change-thread.ts';
import { ApiError } from '../http/api-error.ts';
import { notFound } from '../http/route.ts';
import { lockLeague } from '../leagues/access.ts';

type Fan = typeof users.$inferSelect;

export interface Target {
  kind: ReportKind;
  /** The ID of the thread, post, league or fan. */
  id: string;
}

export interface LockedContent extends Target {
  text: string;
  /** The author, or the owner of the profile or league. */
  fan: Fan;
  fans: ReadonlyMap<string, Fan>;
  threadId: string | undefined;
  leagueId: string | undefined;
}

/**
 * Locks the content before the users, like every other change, to prevent deadlocks. Locks a thread
 * instead of its first post. Throws 404 for unknown content, and 409 for a show's thread.
 */
export async function lockContent(
  tx: Tx,
  target: Target,
  otherFanIds: readonly string[] = [],
): Promise<LockedContent> {
  const { kind, id, text, fanId, threadId, leagueId } = await lockSubject(tx, target);
  const fans = await lockFans(tx, [fanId, ...otherFanIds]);
  const fan = fans.get(fanId);
  if (!fan) throw notFound('Fan');
  return {
    ...{ kind, id, fan, fans, threadId, leagueId },
    text: text ?? readProfileText(kind, fan),
  };
}

interface Subject extends Target {
  /** Undefined for a bio or username, which is read once the user's row is locked. */
  text?: string;
  fanId: string;
  threadId?: string;
  leagueId?: string;
}

async function lockSubject(tx: Tx, { kind, id }: Target): Promise<Subject> {
  if (kind === 'thread') return lockThreadSubject(tx, id);
  if (kind === 'post') return lockPostSubject(tx, id);
  if (kind === 'talk') return lockTalkSubject(tx, id);
  if (kind !== 'league') return { kind, id, fanId: id };
  const { name, ownerId } = await lockLeague(tx, id);
  return { kind, id, text: name, fanId: ownerId, leagueId: id };
}

async function lockThreadSubject(tx: Tx, id: string): Promise<Subject> {
  const { title, authorId } = await lockThread(tx, id);
  if (authorId === null) throw new ApiError(409, SHOW_THREAD_REPORTED);
  const opening = await findOpening(tx, id);
  const text = `${title}\n\n${opening?.content ?? ''}`;
  return { kind: 'thread', id, text, fanId: authorId, threadId: id };
}

async function lockPostSubject(tx: Tx, id: string): Promise<Subject> {
  const threadId = (await findPost(tx, id)).threadId;
  const { showId } = await lockThread(tx, threadId);
  if (!showId && (await findOpening(tx, threadId))?.id === id)
    return lockThreadSubject(tx, threadId);
  // The post may have been deleted while this transaction waited.
  const { content, authorId } = await findPost(tx, id);
  return { kind: 'post', id, text: content, fanId: authorId, threadId };
}

async function lockTalkSubject(tx: Tx, id: string): Promise<Subject> {
  const { leagueId } = await findTalkPost(tx, id);
  await lockLeague(tx, leagueId);
  // It may have been deleted while this transaction waited.
  const { content, authorId } = await findTalkPost(tx, id);
  return { kind: 'talk', id, text: content, fanId: authorId, leagueId };
}

async function findTalkPost(tx: Tx, id: string): Promise<typeof leaguePosts.$inferSelect> {
  const [post] = await tx.select().from(leaguePosts).where(eq(leaguePosts.id, id));
  if (!post) throw notFound('Post');
  return post;
}

async function findPost(tx: Tx, id: string): Promise<typeof forumPosts.$inferSelect> {
  const [post] = await tx.select().from(forumPosts).where(eq(forumPosts.id, id));
  if (!post) throw notFound('Post');
  return post;
}

async function findOpening(tx: Tx, threadId: string) {
  const [opening] = await tx
    .select()
    .from(forumPosts)
    .where(eq(forumPosts.threadId, threadId))
    .orderBy(asc(forumPosts.createdAt), asc(forumPosts.id))
    .limit(1);
  return opening;
}

async function lockFans(tx: Tx, ids: readonly string[]): Promise<Map<string, Fan>> {
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('no key update');
  return new Map(rows.map((fan) => [fan.id, fan]));
}

function readProfileText(kind: ReportKind, { username, bio }: Fan): string {
  return kind === 'username' ? username : (bio ?? '');
}

export function isCaseOf({ kind, id }: Target): SQL | undefined {
  const columns = {
    thread: moderationCases.threadId,
    post: moderationCases.postId,
    talk: moderationCases.leaguePostId,
    league: moderationCases.leagueId,
    bio: moderationCases.userId,
    username: moderationCases.userId,
  };
  return and(eq(moderationCases.kind, kind), eq(columns[kind], id));
}

import { asc, desc, eq } from 'drizzle-orm';
import type { AccountData } from '#contract/account-data.ts';
import { toHiddenReason } from '#contract/hidden-content.ts';
import { findBlocks } from '../blocks/queries.ts';
import { users } from '../db/schema/accounts.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { moderationCases, moderationNotices, reports } from '../db/schema/moderation.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { readText } from '../forums/view.ts';

type CommunityData = Pick<AccountData, 'threads' | 'posts' | 'blocks' | 'moderation'>;

/** Omits the hidden titles of other authors. */
export async function readCommunityData(tx: Tx, userId: string): Promise<CommunityData> {
  return {
    threads: await readThreads(tx, userId),
    posts: await readPosts(tx, userId),
    blocks: await findBlocks(tx, userId),
    moderation: {
      mutedUntil: await readMute(tx, userId),
      reports: await readReports(tx, userId),
      notices: await readNotices(tx, userId),
    },
  };
}

async function readThreads(tx: Tx, userId: string): Promise<CommunityData['threads']> {
  const rows = await tx
    .select()
    .from(forumThreads)
    .where(eq(forumThreads.authorId, userId))
    .orderBy(asc(forumThreads.createdAt));
  return rows.map(({ title, category, createdAt }) => ({
    ...{ title: title ?? '', category },
    createdAt: createdAt.toISOString(),
  }));
}

async function readPosts(tx: Tx, userId: string): Promise<CommunityData['posts']> {
  const rows = await tx
    .select({
      post: forumPosts,
      thread: forumThreads,
      showName: shows.name,
      visibility: moderationCases.visibility,
    })
    .from(forumPosts)
    .innerJoin(forumThreads, eq(forumThreads.id, forumPosts.threadId))
    .leftJoin(shows, eq(shows.id, forumThreads.showId))
    .leftJoin(moderationCases, eq(moderationCases.threadId, forumThreads.id))
    .where(eq(forumPosts.authorId, userId))
    .orderBy(asc(forumPosts.createdAt));
  return rows.map(({ post, thread, showName, visibility }) => ({
    thread: readText(
      thread.title ?? showName ?? '',
      toHiddenReason(visibility),
      thread.authorId ?? '',
      {
        authorId: userId,
      },
    ),
    content: post.content,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
  }));
}

async function readMute(tx: Tx, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ mutedUntil: users.mutedUntil })
    .from(users)
    .where(eq(users.id, userId));
  return user?.mutedUntil?.toISOString() ?? null;
}

async function readReports(
  tx: Tx,
  userId: string,
): Promise<CommunityData['moderation']['reports']> {
  const rows = await tx
    .select({ report: reports, about: moderationCases.kind })
    .from(reports)
    .innerJoin(moderationCases, eq(moderationCases.id, reports.caseId))
    .where(eq(reports.reporterId, userId))
    .orderBy(desc(reports.createdAt));
  return rows.map(({ report: { reason, comment, outcome, createdAt }, about }) => ({
    ...{ about, reason, comment, outcome },
    createdAt: createdAt.toISOString(),
  }));
}

async function readNotices(
  tx: Tx,
  userId: string,
): Promise<CommunityData['moderation']['notices']> {
  const rows = await tx
    .select()
    .from(moderationNotices)
    .where(eq(moderationNotices.userId, userId))
    .orderBy(desc(moderationNotices.createdAt));
  return rows.map(({ id, kind, about, excerpt, isHidden, mutedUntil, createdAt }) => ({
    ...{ id, kind, about, excerpt, isHidden },
    mutedUntil: mutedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

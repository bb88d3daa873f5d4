import { and, eq, exists, ne, or, type SQL } from 'drizzle-orm';
import {
  HIDDEN_TEXT,
  type Hidden,
  toHiddenReason,
  type Visibility,
} from '#contract/hidden-content.ts';
import { canModerate } from '#contract/roles.ts';
import { type BlockFilter, findBlockFilter } from '../blocks/queries.ts';
import type { DbOrTx } from '../db/open.ts';
import { forumPosts, forumThreads } from '../db/schema/forums.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import type { Viewer } from '../http/viewer.ts';

/** Fans have their own view only if some of their text is hidden or a block affects an author. */
export type View = 'everyone' | 'moderator' | { authorId: string; blocks?: BlockFilter };

export async function findView(
  db: DbOrTx,
  viewer: Pick<Viewer, 'userId' | 'isAdmin' | 'isModerator'>,
  isInResponse: SQL,
): Promise<View> {
  const { userId } = viewer;
  if (canModerate(viewer)) return 'moderator';
  const blocks = await findBlockFilter(db, viewer, (fan) => hasContent(db, fan, isInResponse));
  if (blocks) return { authorId: userId, blocks };
  const { userId: authorId, visibility } = moderationCases;
  const hidden = and(eq(authorId, userId), ne(visibility, 'visible'));
  return (await db.$count(moderationCases, hidden)) > 0 ? { authorId: userId } : 'everyone';
}

function hasContent(db: DbOrTx, fan: SQL, isInResponse: SQL): SQL | undefined {
  const { id, authorId } = forumThreads;
  const threads = db.select({ id }).from(forumThreads);
  const posts = db
    .select({ id: forumPosts.id })
    .from(forumPosts)
    .innerJoin(forumThreads, eq(id, forumPosts.threadId));
  return or(
    exists(threads.where(and(eq(authorId, fan), isInResponse))),
    exists(posts.where(and(eq(forumPosts.authorId, fan), isInResponse))),
  );
}

export function readText(text: string, hidden: Hidden, authorId: string, view: View): string {
  if (hidden === null || view === 'moderator') return text;
  return typeof view === 'object' && view.authorId === authorId ? text : HIDDEN_TEXT[hidden];
}

interface PostRow {
  content: string;
  author: { id: string };
  visibility: Visibility | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Builds the response for a post in a thread or a league. */
export function toVisiblePost<Row extends PostRow>(row: Row, view: View) {
  const { visibility, createdAt, updatedAt, ...post } = row;
  const hidden = toHiddenReason(visibility);
  return {
    ...post,
    content: readText(row.content, hidden, row.author.id, view),
    hidden,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function findViewBlocks(view: View): BlockFilter | undefined {
  return typeof view === 'object' ? view.blocks : undefined;
}

import { and, eq, ne } from 'drizzle-orm';
import { HIDDEN_TEXT, type Hidden } from '#contract/hidden-content.ts';
import { canModerate } from '#contract/roles.ts';
import { type BlockFilter, findBlockFilter } from '../blocks/queries.ts';
import type { DbOrTx } from '../db/open.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import type { Viewer } from '../http/viewer.ts';

/**
 * Whose view of a thread a response has. A fan has an own view only if some of their text is hidden,
 * or if there is a block between them and another fan.
 */
export type View = 'everyone' | 'moderator' | { authorId: string; blocks?: BlockFilter };

export async function findView(
  db: DbOrTx,
  viewer: Pick<Viewer, 'userId' | 'isAdmin' | 'isModerator'>,
): Promise<View> {
  const { userId } = viewer;
  if (canModerate(viewer)) return 'moderator';
  const blocks = await findBlockFilter(db, viewer);
  if (blocks) return { authorId: userId, blocks };
  const { userId: authorId, visibility } = moderationCases;
  const hidden = and(eq(authorId, userId), ne(visibility, 'visible'));
  return (await db.$count(moderationCases, hidden)) > 0 ? { authorId: userId } : 'everyone';
}

/** Returns the text, or what replaces it if it is hidden from the viewer. */
export function readText(text: string, hidden: Hidden, authorId: string, view: View): string {
  if (hidden === null || view === 'moderator') return text;
  return typeof view === 'object' && view.authorId === authorId ? text : HIDDEN_TEXT[hidden];
}

/** The blocks that limit a view. */
export function findViewBlocks(view: View): BlockFilter | undefined {
  return typeof view === 'object' ? view.blocks : undefined;
}

import { and, eq, ne } from 'drizzle-orm';
import { HIDDEN_TEXT, type Hidden } from '#contract/hidden-content.ts';
import type { DbOrTx } from '../db/open.ts';
import { moderationCases } from '../db/schema/moderation.ts';
import type { Viewer } from '../http/viewer.ts';

/** Whose view of hidden text a response has. An author has one only if some of theirs is hidden. */
export type View = 'everyone' | 'administrator' | { authorId: string };

export async function findView(
  db: DbOrTx,
  { userId, isAdmin }: Pick<Viewer, 'userId' | 'isAdmin'>,
): Promise<View> {
  if (isAdmin) return 'administrator';
  const { userId: authorId, visibility } = moderationCases;
  const hidden = and(eq(authorId, userId), ne(visibility, 'visible'));
  return (await db.$count(moderationCases, hidden)) > 0 ? { authorId: userId } : 'everyone';
}

/** Returns the text, or what replaces it if it is hidden from the viewer. */
export function readText(text: string, hidden: Hidden, authorId: string, view: View): string {
  if (hidden === null || view === 'administrator') return text;
  return typeof view === 'object' && view.authorId === authorId ? text : HIDDEN_TEXT[hidden];
}

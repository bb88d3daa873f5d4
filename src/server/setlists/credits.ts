import { and, eq, min } from 'drizzle-orm';
import { isSetlistSealed } from '#contract/show-lock.ts';
import type { DbOrTx } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { shows } from '../db/schema/shows.ts';
import type { Tx } from '../db/transaction.ts';
import { notFound } from '../http/route.ts';

/** Sorts fans by their first entry. Throws 404 for an unknown show. */
export async function findCredits(
  db: DbOrTx,
  showId: string,
  { isEditor, now }: { isEditor: boolean; now: number },
): Promise<{ username: string }[]> {
  const [show] = await db.select().from(shows).where(eq(shows.id, showId));
  if (!show) throw notFound('Show');
  if (!isEditor && isSetlistSealed(show, now)) return [];
  return db
    .select({ username: users.username })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.showId, showId), eq(auditLog.action, 'setlist.add')))
    .groupBy(users.id)
    .orderBy(min(auditLog.id));
}

/** Also returns true for an automatic change, which has no name to credit. */
export async function hasEntered(tx: Tx, showId: string, actorId: string | null): Promise<boolean> {
  if (!actorId) return true;
  const entries = and(
    eq(auditLog.showId, showId),
    eq(auditLog.actorId, actorId),
    eq(auditLog.action, 'setlist.add'),
  );
  return (await tx.$count(auditLog, entries)) > 0;
}

import { and, eq, isNull } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import type { Tx } from '../../db/open.ts';
import { users } from '../../db/schema/accounts.ts';

/** Marks a user's email as verified and returns what changed: nothing if it was verified before. */
export async function confirmEmail(tx: Tx, userId: string, now: Date): Promise<Change[]> {
  const confirmed = await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  return confirmed.map(({ id }) => ({
    topic: 'credentials',
    subjectId: id,
    version: now.getTime(),
  }));
}

import { eq } from 'drizzle-orm';
import { describeMute } from '#contract/moderation-notices.ts';
import { users } from '../db/schema/accounts.ts';
import type { Tx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';

/** Throws a 403 that says when the mute ends. */
export function rejectMuted({ mutedUntil }: { mutedUntil: Date | null }, now: number): void {
  if (mutedUntil && mutedUntil.getTime() > now) throw new ApiError(403, describeMute(mutedUntil));
}

/** Throws like `rejectMuted`. Locks the account, so that a concurrent mute waits for this change. */
export async function requireNotMuted(tx: Tx, userId: string, now: number): Promise<void> {
  const [user] = await tx
    .select({ mutedUntil: users.mutedUntil })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user) throw new ApiError(401, 'Please sign in');
  rejectMuted(user, now);
}

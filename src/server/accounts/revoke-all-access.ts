import { eq } from 'drizzle-orm';
import { passkeys } from '../db/schema/accounts.ts';
import type { Tx } from '../db/transaction.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { revokeMailedTokens } from './links/one-time-tokens.ts';

/** The caller announces `createSessionEndChanges`, and 'credentials' if there were passkeys. */
export async function revokeAllAccess(tx: Tx, userId: string): Promise<{ hadPasskeys: boolean }> {
  const removedPasskeys = await tx
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id });
  await revokeMailedTokens(tx, userId);
  await endAllSessions(tx, userId);
  return { hadPasskeys: removedPasskeys.length > 0 };
}

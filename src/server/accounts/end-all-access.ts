import { eq } from 'drizzle-orm';
import type { Tx } from '../db/open.ts';
import { passkeys } from '../db/schema/accounts.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { revokeMailedTokens } from './links/one-time-tokens.ts';

/**
 * Throws everybody out of an account whose password was lost, and has just been set anew: whoever had
 * got in may have a session, a link, or a passkey of their own. Announce `sessionsEnded` after the
 * commit, and the credentials where there were passkeys.
 */
export async function endAllAccess(tx: Tx, userId: string): Promise<{ hadPasskeys: boolean }> {
  const dropped = await tx
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id });
  await revokeMailedTokens(tx, userId);
  await endAllSessions(tx, userId);
  return { hadPasskeys: dropped.length > 0 };
}

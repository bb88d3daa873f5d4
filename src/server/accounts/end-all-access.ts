import { eq } from 'drizzle-orm';
import { passkeys } from '../db/account-schema.ts';
import type { Tx } from '../db/open.ts';
import { dropMailedWaysIn } from './one-time-tokens.ts';
import { endAllSessions } from './sessions.ts';

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
  await dropMailedWaysIn(tx, userId);
  await endAllSessions(tx, userId);
  return { hadPasskeys: dropped.length > 0 };
}

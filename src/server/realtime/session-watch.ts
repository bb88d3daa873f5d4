import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Client } from './client.ts';

/**
 * Not at once: the answer that brings a new cookie after a change of password should arrive before
 * its page's socket ends, and an upgrade that had just read its session be among the sockets.
 */
const LOOK_AFTER_MS = 1_000;

const CHECKS_AT_ONCE = 5;

/** While the database does not say whose session lives, it is asked again after so long. */
const LOOK_AGAIN_MS = 5_000;

/**
 * Ends the sockets whose session has ended, or whose user's role has changed, a second after it did:
 * their pages then ask who is signed in.
 */
export function watchSessions(
  clients: Iterable<Client>,
  findViewer: FindViewer,
  end: (client: Client, code: number, reason: string) => void,
) {
  let isClosed = false;
  let unknown = new Set<Client>();
  let again: NodeJS.Timeout | undefined;

  return {
    /** Looks whether the sockets of these users still have their session and role; null: of any. */
    recheck(accounts: readonly (string | null)[]) {
      const userIds = new Set(accounts);
      const concerns = ({ userId }: Client) => userIds.has(null) || userIds.has(userId);
      setTimeout(() => void checkAll([...clients].filter(concerns)), LOOK_AFTER_MS).unref();
    },
    check,
    close() {
      isClosed = true;
      clearTimeout(again);
    },
  };

  /** Not all at once, which would keep those who ask for a page waiting for the database. */
  async function checkAll(doubted: Client[]): Promise<void> {
    for (let start = 0; start < doubted.length; start += CHECKS_AT_ONCE)
      await Promise.all(doubted.slice(start, start + CHECKS_AT_ONCE).map(check));
  }

  /** Ends the socket unless its session still lives. */
  async function check(client: Client): Promise<void> {
    if (isClosed) return;
    try {
      const viewer = await findViewer(client.request);
      const isAsItWas = viewer?.userId === client.userId && viewer.isAdmin === client.isAdmin;
      if (!isAsItWas) end(client, SESSION_ENDED_CODE, 'The session ended');
    } catch {
      // A database that is away for a moment must not cost every fan in the hall their line.
      unknown.add(client);
      again ??= setTimeout(lookAgain, LOOK_AGAIN_MS).unref();
    }
  }

  function lookAgain(): void {
    again = undefined;
    const doubted = unknown;
    unknown = new Set();
    void checkAll([...clients].filter((client) => doubted.has(client)));
  }
}

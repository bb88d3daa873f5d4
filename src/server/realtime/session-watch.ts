import { isDeepStrictEqual } from 'node:util';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import type { FindViewer, Viewer } from '../http/viewer.ts';
import type { Client } from './client.ts';

/** Gives a new cookie time to reach the page, and a pending upgrade time to become a socket. */
const CHECK_DELAY_MS = 1_000;

const CHECKS_AT_ONCE = 5;

const RETRY_DELAY_MS = 5_000;

/** Also ends sockets whose user's role or rights have changed. */
export function watchSessions(
  clients: Iterable<Client>,
  findViewer: FindViewer,
  end: (client: Client, code: number, reason: string) => void,
) {
  let isClosed = false;
  let uncheckedClients = new Set<Client>();
  let retryTimer: NodeJS.Timeout | undefined;

  return {
    recheck(changedUserIds: readonly (string | null)[]) {
      const userIds = new Set(changedUserIds);
      const isAffected = ({ userId }: Client) => userIds.has(null) || userIds.has(userId);
      setTimeout(() => void checkAll([...clients].filter(isAffected)), CHECK_DELAY_MS).unref();
    },
    check,
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
    },
  };

  /** Checks in small batches, to leave database connections for page requests. */
  async function checkAll(candidates: Client[]): Promise<void> {
    for (let start = 0; start < candidates.length; start += CHECKS_AT_ONCE)
      await Promise.all(candidates.slice(start, start + CHECKS_AT_ONCE).map(check));
  }

  async function check(client: Client): Promise<void> {
    if (isClosed) return;
    try {
      const viewer = await findViewer(client.request);
      if (!viewer || !isUnchanged(viewer, client))
        end(client, SESSION_ENDED_CODE, 'The session ended');
    } catch {
      // A short database outage must not cost every fan their connection.
      uncheckedClients.add(client);
      retryTimer ??= setTimeout(retryUnchecked, RETRY_DELAY_MS).unref();
    }
  }

  function retryUnchecked(): void {
    retryTimer = undefined;
    const candidates = uncheckedClients;
    uncheckedClients = new Set();
    void checkAll([...clients].filter((client) => candidates.has(client)));
  }
}

function isUnchanged(viewer: Viewer, client: Client): boolean {
  return (
    viewer.userId === client.userId &&
    viewer.isAdmin === client.isAdmin &&
    viewer.isModerator === client.isModerator &&
    isDeepStrictEqual(viewer.scribeOf, client.scribeOf)
  );
}

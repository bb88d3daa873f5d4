import type { FastifyRequest } from 'fastify';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Client } from './hub.ts';

/** Later than any upgrade takes that had read its session just before it ended. */
const SECOND_LOOK_MS = 2_000;

/** Ends the sockets whose session has ended. */
export function watchSessions(
  clients: Iterable<Client>,
  findViewer: (request: FastifyRequest) => Promise<Viewer | undefined>,
  end: (client: Client, code: number, reason: string) => void,
) {
  const again = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  return {
    /** Looks at the sockets of these users at once, and once more for those that were just opening. */
    recheck(userIds: readonly string[]) {
      checkAll(new Set(userIds));
      for (const userId of userIds) again.add(userId);
      timer ??= setTimeout(() => {
        timer = undefined;
        checkAll(new Set(again));
        again.clear();
      }, SECOND_LOOK_MS).unref();
    },
    close: () => clearTimeout(timer),
  };

  function checkAll(userIds: ReadonlySet<string>) {
    for (const client of clients) if (userIds.has(client.userId)) void check(client);
  }

  async function check(client: Client) {
    try {
      const viewer = await findViewer(client.request);
      if (viewer?.userId !== client.userId) end(client, SESSION_ENDED_CODE, 'The session ended');
    } catch {
      // Nobody can say now whether the session lives: the next upgrade will ask again.
      end(client, 1013, 'Try again later');
    }
  }
}

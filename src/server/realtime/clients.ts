import { type Change, TOPICS } from '#contract/freshness.ts';
import { boardWatchName } from '#contract/league-board-rows.ts';
import { type Client, isInterested } from './client.ts';

export function createClients() {
  const clients = new Set<Client>();
  const clientsByUser = new Map<string, Set<Client>>();

  return {
    all: clients,
    add(client: Client) {
      clients.add(client);
      const userClients = clientsByUser.get(client.userId) ?? new Set();
      clientsByUser.set(client.userId, userClients.add(client));
    },
    delete(client: Client) {
      clients.delete(client);
      const userClients = clientsByUser.get(client.userId);
      userClients?.delete(client);
      if (userClients?.size === 0) clientsByUser.delete(client.userId);
    },
    listWatchedBoards(): Set<string> {
      return new Set([...clients].flatMap(({ watches }) => listBoards(watches)));
    },
    countSockets: (userId: string) => clientsByUser.get(userId)?.size ?? 0,
    findRecipients(change: Change): Client[] {
      const { topic, subjectId } = change;
      // Before a lock, hundreds of fans change their predictions every second.
      if (TOPICS[topic].audience === 'owner' && subjectId)
        return [...(clientsByUser.get(subjectId) ?? [])];
      return [...clients].filter((client) => isInterested(client, change));
    },
  };
}

const BOARD_PREFIX = boardWatchName('');

export function listBoards(watches: Iterable<string>): string[] {
  return [...watches].flatMap((name) =>
    name.startsWith(BOARD_PREFIX) ? name.slice(BOARD_PREFIX.length) : [],
  );
}

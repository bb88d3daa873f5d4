import { type Change, TOPICS } from '#contract/freshness.ts';
import { type Client, isInterested } from './client.ts';

export function createClients() {
  const all = new Set<Client>();
  const ofUser = new Map<string, Set<Client>>();

  return {
    all,
    add(client: Client) {
      all.add(client);
      const own = ofUser.get(client.userId) ?? new Set();
      ofUser.set(client.userId, own.add(client));
    },
    delete(client: Client) {
      all.delete(client);
      const own = ofUser.get(client.userId);
      own?.delete(client);
      if (own?.size === 0) ofUser.delete(client.userId);
    },
    countOf: (userId: string) => ofUser.get(userId)?.size ?? 0,
    recipientsOf(change: Change): Client[] {
      const { topic, subjectId } = change;
      // Right before a lock, hundreds of fans change their own predictions each second.
      if (TOPICS[topic].audience === 'owner' && subjectId)
        return [...(ofUser.get(subjectId) ?? [])];
      return [...all].filter((client) => isInterested(client, change));
    },
  };
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from '#web/session/session-query.ts';
import { buildAccountKey, useUser } from '#web/session/use-user.ts';
import { createQueue, type Queue, type QueuedItem, type QueueRules } from './queue.ts';

type OpenQueue<Item extends QueuedItem, Result> = (
  client: QueryClient,
  userId: string,
) => Queue<Item, Result>;

export function useQueue<Item extends QueuedItem, Result>(open: OpenQueue<Item, Result>) {
  const queue = open(useQueryClient(), useUser().id);
  return { ...queue, ...useSyncExternalStore(queue.subscribe, queue.get) };
}

/** Defines one kind of queue. `name` is part of its key in localStorage. */
export function queuePerUser<Item extends QueuedItem, Result>(
  name: string,
  rulesFor: (client: QueryClient, userId: string) => QueueRules<Item, Result>,
): OpenQueue<Item, Result> {
  const queues = new Map<string, Queue<Item, Result>>();

  return (client, userId) => {
    const openQueue = queues.get(userId);
    if (openQueue) return openQueue;
    const key = buildAccountKey(name, userId);
    const isOwnerSignedIn = () => client.getQueryData(sessionQuery.queryKey)?.id === userId;
    const queue = createQueue(key, rulesFor(client, userId), isOwnerSignedIn);
    queues.set(userId, queue);
    window.addEventListener('online', queue.sendAll);
    window.addEventListener('storage', (event) => {
      // The key is null when the storage is cleared.
      if (event.key === key || event.key === null) queue.syncWithOtherTab();
    });
    void queue.sendAll();
    return queue;
  };
}

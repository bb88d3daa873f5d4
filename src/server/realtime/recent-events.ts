import { randomUUID } from 'node:crypto';
import { type Change, TOPICS } from '#contract/freshness.ts';
import { type Announcement, REPLAY_WINDOW_MS } from '#contract/realtime.ts';
import { type Client, isInterested, type Recipient } from './client.ts';

interface RecentEvent {
  change: Announcement;
  at: number;
}

/** Recent events are replayed to a new page, whose first responses may be older. */
export function createRecentEvents() {
  const sharedEvents = new Map<string, RecentEvent>();
  // Separate, because thousands of fans change their own data in the minutes before a lock.
  const eventsByOwner = new Map<string, Map<string, RecentEvent>>();
  // Each server has its own clock, so a position is only valid on the server that issued it.
  const epoch = randomUUID();

  return {
    add({ topic, subjectId, version, topics = [topic] }: Announcement, changedAt: number) {
      const now = performance.now();
      for (const name of topics) {
        const event = {
          change: { topic: name, subjectId, version, topics: [name] },
          at: changedAt,
        };
        const owner = findOwner(event.change);
        const ownerEvents = (owner && eventsByOwner.get(owner)) || new Map<string, RecentEvent>();
        putLast(owner ? ownerEvents : sharedEvents, `${name} ${subjectId}`, event);
        if (owner) putLast(eventsByOwner, owner, ownerEvents);
      }
      dropExpired(sharedEvents, ({ at }) => now - at >= REPLAY_WINDOW_MS);
      dropExpired(eventsByOwner, (ownerEvents) =>
        [...ownerEvents.values()].every((event) => now - event.at >= REPLAY_WINDOW_MS),
      );
    },
    /** Not a count, which would reveal changes that a fan must not see. */
    position: () => `${epoch} ${performance.now()}`,
    readPosition(position = ''): number {
      const [positionEpoch, time] = position.split(' ');
      return positionEpoch === epoch ? Number(time) || 0 : 0;
    },
    listFor(client: Recipient & Pick<Client, 'dataLoadedAt'>): Change[] {
      const since = Math.max(performance.now() - REPLAY_WINDOW_MS, client.dataLoadedAt);
      const events = [
        ...sharedEvents.values(),
        ...(eventsByOwner.get(client.userId)?.values() ?? []),
      ];
      return events.flatMap(({ change, at }) =>
        at >= since && isInterested(client, change) ? change : [],
      );
    },
  };
}

function findOwner({ topic, subjectId }: Change): string | null {
  return TOPICS[topic].audience === 'owner' ? subjectId : null;
}

function putLast<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name);
  map.set(name, value);
}

function dropExpired<Value>(map: Map<string, Value>, isExpired: (value: Value) => boolean): void {
  for (const [oldest, value] of map) {
    if (!isExpired(value)) break;
    map.delete(oldest);
  }
}

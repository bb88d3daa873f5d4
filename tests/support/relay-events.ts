import { vi } from 'vitest';
import { type Change, type Concern, WATCHED_TOPICS } from '#contract/freshness.ts';
import { type ServerMessage, toChanges } from '#contract/realtime.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { createHub } from '#server/realtime/hub.ts';
import { GAP_MS } from '#server/realtime/throttle.ts';
import { createHubClient } from './hub-client.ts';
import type { Caller } from './test-app.ts';

/** Returns the changes that each viewer receives. */
export function relayEvents(
  viewers: Record<string, { caller: Caller; isAdmin: boolean }>,
  batches: readonly Change[][],
): Map<string, Concern[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const ownBus = createLocalBus();
  const hub = createHub(ownBus, () => undefined, {
    findDelta: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  const received = new Map<string, Concern[]>();
  for (const [name, { caller, isAdmin }] of Object.entries(viewers)) {
    const changes: Concern[] = [];
    received.set(name, changes);
    const onMessage = (message: ServerMessage) => changes.push(...toChanges(message));
    const watches = new Set(WATCHED_TOPICS);
    hub.add(createHubClient(onMessage, { userId: caller.userId, isAdmin, watches }));
  }
  for (const batch of batches) void ownBus.publish(batch);
  vi.advanceTimersByTime(GAP_MS);
  void hub.close();
  vi.useRealTimers();
  return received;
}

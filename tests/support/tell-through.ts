import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type Change, type Concern, WATCHED_TOPICS } from '#contract/freshness.ts';
import { changedBy, serverMessage } from '#contract/realtime.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { createHub } from '#server/realtime/hub.ts';
import { GAP_MS } from '#server/realtime/throttle.ts';
import type { Caller } from './test-app.ts';

/** What the sockets of the viewers, which watch whatever can be watched, hear within the throttle. */
export function tellThrough(
  viewers: Record<string, { caller: Caller; isAdmin: boolean }>,
  batches: readonly Change[][],
): Map<string, Concern[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const ownBus = createLocalBus();
  const hub = createHub(ownBus, () => undefined, {
    findNews: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  const told = new Map<string, Concern[]>();
  for (const [name, { caller, isAdmin }] of Object.entries(viewers)) {
    const heard: Concern[] = [];
    told.set(name, heard);
    const socket = Object.assign(new EventEmitter(), {
      bufferedAmount: 0,
      readyState: 1,
      OPEN: 1,
      send: (bytes: Buffer) =>
        heard.push(...changedBy(serverMessage.parse(JSON.parse(`${bytes}`)))),
      close: () => socket.emit('close'),
    });
    hub.add({
      socket: socket as unknown as WebSocket,
      userId: caller.userId,
      isAdmin,
      request: {} as never,
      wantsPulse: false,
      wantsRecent: false,
      watches: new Set(WATCHED_TOPICS),
    });
  }
  for (const changes of batches) void ownBus.publish(changes);
  vi.advanceTimersByTime(GAP_MS);
  void hub.close();
  vi.useRealTimers();
  return told;
}

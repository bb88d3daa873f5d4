import { useEffect, useSyncExternalStore } from 'react';
import { REALTIME_PATH } from '#contract/realtime.ts';
import { queryClient } from '#web/http/query-client.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { type ConnectionState, createConnection } from './connection.ts';
import { readMessage } from './read-message.ts';
import { createRefetcher } from './refetcher.ts';

let state: ConnectionState = 'closed';
const listeners = new Set<() => void>();

/** Whether live updates arrive. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Keeps what this user's pages show up to date while they are mounted; the layout uses it, once. */
export function useRealtime(userId: string): void {
  useEffect(() => {
    if (userId) return keepUpToDate();
  }, [userId]);
}

function keepUpToDate(): () => void {
  const refetcher = createRefetcher(queryClient);
  const connection = createConnection({
    open: () => new WebSocket(new URL(REALTIME_PATH, location.href.replace(/^http/, 'ws'))),
    onState(next) {
      state = next;
      for (const listener of listeners) listener();
    },
    onOpen: refetcher.catchUp,
    onMessage(data) {
      const message = readMessage(data);
      if (message) refetcher.hear(message);
    },
    onSessionEnded: () => void queryClient.invalidateQueries(sessionQuery),
  });
  const page = new AbortController();
  const { signal } = page;
  window.addEventListener('online', () => connection.wake(true), { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? connection.hide() : connection.wake(false)),
    { signal },
  );

  return () => {
    page.abort();
    connection.close();
    refetcher.stop();
  };
}

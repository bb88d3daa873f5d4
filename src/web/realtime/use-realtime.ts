import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { getLiveShow } from '#contract/live-shows.ts';
import { PULSE_QUERY, REALTIME_PATH, RECENT_QUERY } from '#contract/realtime.ts';
import { call } from '#web/http/call.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { type ConnectionState, createConnection } from './connection.ts';
import { createRefetcher } from './refetcher.ts';
import { watchTopics } from './watched-topics.ts';

export interface ConnectionStatus {
  /** 'open' only after the missed changes have loaded. */
  state: ConnectionState;
  wasOpen: boolean;
  /** The server's last message, in milliseconds since the epoch. */
  lastMessageAt: number;
}

const PRERENDERED: ConnectionStatus = { state: 'open', wasOpen: true, lastMessageAt: 0 };

let status: ConnectionStatus = { state: 'closed', wasOpen: false, lastMessageAt: Date.now() };
const listeners = new Set<() => void>();

export function useConnectionStatus(): ConnectionStatus {
  return useSyncExternalStore(subscribe, getStatus, () => PRERENDERED);
}

/** The position in the change stream of the data embedded in the page. */
let pagePosition = '';

/** The first socket replays only the changes after `position`. */
export function replayAfter(position: string): void {
  pagePosition = position;
}

export function useRealtime(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId) return connect(client);
  }, [client, userId]);
}

function connect(client: QueryClient): () => void {
  const refetcher = createRefetcher(client, (id) => call(getLiveShow, { params: { id } }));
  const connection = createConnection({
    open: (isReopening) => new WebSocket(buildRealtimeUrl(isReopening)),
    onState(state, lastMessageAt) {
      // `onOpen` reports 'open', after the page has caught up.
      if (state !== 'open') setStatus({ state, lastMessageAt });
    },
    onOpen(isReopening) {
      watch.resend();
      const statusAtOpen = status;
      refetcher.catchUp(isReopening, () => {
        // Runs after the queries have notified the page. The connection may be lost again by then.
        notifyManager.schedule(() => {
          if (status === statusAtOpen) setStatus({ state: 'open', lastMessageAt: Date.now() });
        });
      });
    },
    onMessage: refetcher.receive,
    checkSession: () => void client.invalidateQueries(sessionQuery),
  });
  const watch = watchTopics(client, (topics) => connection.send(JSON.stringify({ watch: topics })));
  const abortController = new AbortController();
  const { signal } = abortController;
  window.addEventListener('online', () => connection.wake(true), { signal });
  window.addEventListener('offline', () => connection.onNetworkLost(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? connection.hide() : connection.wake(false)),
    { signal },
  );

  return () => {
    abortController.abort();
    watch.stop();
    connection.close();
    refetcher.stop();
  };
}

function buildRealtimeUrl(isReopening: boolean): URL {
  const url = new URL(REALTIME_PATH, location.href.replace(/^http/, 'ws'));
  url.searchParams.set(PULSE_QUERY, '');
  if (!isReopening) url.searchParams.set(RECENT_QUERY, pagePosition);
  return url;
}

function setStatus(next: Omit<ConnectionStatus, 'wasOpen'>): void {
  status = { ...next, wasOpen: status.wasOpen || next.state === 'open' };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getStatus(): ConnectionStatus {
  return status;
}

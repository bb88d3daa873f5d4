import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { getLiveShow } from '#contract/live-show.ts';
import { PULSE_QUERY, REALTIME_PATH, RECENT_QUERY } from '#contract/realtime.ts';
import { call } from '#web/http/call.ts';
import { createRefetcher } from '#web/http/freshness.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { type ConnectionState, createConnection } from './connection.ts';
import { watchTopics } from './watched-topics.ts';

/** Whether live updates arrive. */
export interface Line {
  /** 'open' once what was missed has been read: until then a page may show what is over. */
  state: ConnectionState;
  /** Whether they ever did on this page. */
  wasOpen: boolean;
  /** When the server was last heard before the line was lost, in milliseconds since 1970. */
  heardAt: number;
}

/** Where a page is drawn ahead nobody waits for news. */
const DRAWN_AHEAD: Line = { state: 'open', wasOpen: true, heardAt: 0 };

let line: Line = { state: 'closed', wasOpen: false, heardAt: Date.now() };
const listeners = new Set<() => void>();

/** Whether live updates arrive, and since when they don't. */
export function useLine(): Line {
  return useSyncExternalStore(subscribe, current, () => DRAWN_AHEAD);
}

/** Keeps what this user's pages show up to date while they are mounted; the layout uses it, once. */
export function useRealtime(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId) return keepUpToDate(client);
  }, [client, userId]);
}

function keepUpToDate(client: QueryClient): () => void {
  const refetcher = createRefetcher(client, (id) => call(getLiveShow, { params: { id } }));
  const connection = createConnection({
    open: (isReopening) => new WebSocket(realtimeUrl(isReopening)),
    onState(state, heardAt) {
      // An open line is told of below, once the page has caught up.
      if (state !== 'open') tell({ state, heardAt });
    },
    onOpen(isReopening) {
      watch.sayAgain();
      const before = line;
      refetcher.catchUp(isReopening, () => {
        // Not before the page has heard of what was read; and not where the line was lost again.
        notifyManager.schedule(() => {
          if (line === before) tell({ state: 'open', heardAt: Date.now() });
        });
      });
    },
    onMessage: refetcher.hear,
    onSessionDoubted: () => void client.invalidateQueries(sessionQuery),
  });
  const watch = watchTopics(client, (topics) => connection.say(JSON.stringify({ watch: topics })));
  const page = new AbortController();
  const { signal } = page;
  window.addEventListener('online', () => connection.wake(true), { signal });
  window.addEventListener('offline', () => connection.cut(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? connection.hide() : connection.wake(false)),
    { signal },
  );

  return () => {
    page.abort();
    watch.stop();
    connection.close();
    refetcher.stop();
  };
}

function realtimeUrl(isReopening: boolean): URL {
  const url = new URL(REALTIME_PATH, location.href.replace(/^http/, 'ws'));
  url.searchParams.set(PULSE_QUERY, '');
  if (!isReopening) url.searchParams.set(RECENT_QUERY, '');
  return url;
}

function tell(next: Omit<Line, 'wasOpen'>): void {
  line = { ...next, wasOpen: line.wasOpen || next.state === 'open' };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): Line {
  return line;
}

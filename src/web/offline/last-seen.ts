import { useSyncExternalStore } from 'react';

/** When what the page shows was true (milliseconds since 1970); undefined while it is fresh. */
export function useLastSeen(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => lastSeenAt,
    () => undefined,
  );
}

/** Of several kept answers the oldest counts, until all is read anew. */
export function noteLastSeen(header: string | null): void {
  const at = Date.parse(header ?? '');
  if (!Number.isNaN(at)) setLastSeen(Math.min(lastSeenAt ?? at, at));
}

export function setLastSeen(at: number | undefined): void {
  lastSeenAt = at;
  for (const listener of listeners) listener();
}

/**
 * Reads anew what was only last seen: at once, and where that brings the same again after pauses that
 * grow. A line may be open for news, and everything asked for lost all the same. Call what it returns
 * to think better of it.
 */
export function readAgain(read: () => Promise<void>): () => void {
  const timer = setTimeout(
    async () => {
      // Counted before: what comes meanwhile, and is as old, must wait.
      inVain += 1;
      setLastSeen(undefined);
      await read();
      if (lastSeenAt === undefined) inVain = 0;
    },
    inVain && Math.min(500 * 2 ** inVain, 30_000),
  );
  return () => clearTimeout(timer);
}

let inVain = 0;
let lastSeenAt: number | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a page was told: an answer of the API, and when (milliseconds since 1970). */
export interface SeenAnswer {
  path: string;
  data: unknown;
  at: number;
}

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

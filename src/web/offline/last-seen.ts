import { useSyncExternalStore } from 'react';

/** Returns milliseconds since the epoch, or undefined while all data is fresh. */
export function useLastSeen(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => lastSeenAt,
    () => undefined,
  );
}

/** Keeps the oldest date until everything is refetched. */
export function recordLastSeen(header: string | null): void {
  const seenAt = Date.parse(header ?? '');
  if (!Number.isNaN(seenAt)) setLastSeen(Math.min(lastSeenAt ?? seenAt, seenAt));
}

export function setLastSeen(seenAt: number | undefined): void {
  lastSeenAt = seenAt;
  for (const listener of listeners) listener();
}

/** Delays grow while data stays stale: the socket may be open although requests fail. */
export function retryStale(refetch: () => Promise<void>): () => void {
  const timer = setTimeout(
    async () => {
      // Count first, so that stale responses during the fetch wait for the delay.
      failedAttempts += 1;
      setLastSeen(undefined);
      await refetch();
      if (lastSeenAt === undefined) failedAttempts = 0;
    },
    failedAttempts && Math.min(500 * 2 ** failedAttempts, 30_000),
  );
  return () => clearTimeout(timer);
}

let failedAttempts = 0;
let lastSeenAt: number | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface SeenResponse {
  path: string;
  data: unknown;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

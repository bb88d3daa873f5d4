import type { FORUM_EVENT, RealtimeEventName } from '#contract/realtime.ts';

/** What a committed change means to everything that remembers or shows the old state. */
export interface Change {
  /** Remembered answers that are out of date now. */
  stale?: readonly StaleTag[];
  /** What open pages are told. */
  events?: readonly ShowEvent[];
  /** What pages of the forums are told. */
  threads?: readonly ThreadEvent[];
  /** Accounts whose sessions or rights changed. */
  accounts?: readonly string[];
}

export type StaleTag =
  | 'songs'
  | 'shows'
  | 'statistics'
  | 'leaderboard'
  | 'forums'
  | `setlist:${string}`
  | `standings:${string}`;

export interface ShowEvent {
  event: RealtimeEventName;
  showId: string;
  version: number;
}

export interface ThreadEvent {
  event: typeof FORUM_EVENT;
  threadId: string;
  version: number;
}

/**
 * Carries committed changes to whoever listens, in this process and, behind another implementation,
 * in all. Publish after the commit and before the answer: listeners of this process have heard
 * it when `publish` resolves, so no read after the answer sees the earlier state.
 */
export interface Bus {
  publish(change: Change): Promise<void>;
  subscribe(listener: (change: Change) => void): () => void;
}

/** The bus of a single process. A listener that throws keeps no other from hearing. */
export function createLocalBus(): Bus {
  const listeners = new Set<(change: Change) => void>();
  return {
    async publish(change) {
      const failures: unknown[] = [];
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'A listener of the bus failed.');
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

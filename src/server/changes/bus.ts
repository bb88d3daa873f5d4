import type { Change } from '#contract/freshness.ts';

/**
 * Carries committed changes to whoever listens, in this process and, behind another implementation,
 * in all. Publish after the commit and before the answer: listeners of this process have heard
 * it when `publish` resolves, so no read after the answer sees the earlier state.
 */
export interface Bus {
  publish(changes: readonly Change[]): Promise<void>;
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
}

/**
 * The bus of a single process. A listener that throws keeps no other from hearing, and the change
 * stays made: whoever made it is answered as if nothing had happened, the log hears what did.
 */
export function createLocalBus(onFailure: (error: unknown) => void = console.error): Bus {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  return {
    async publish(changes) {
      for (const listener of listeners) {
        try {
          listener(changes);
        } catch (error) {
          onFailure(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { Context } from '../context.ts';
import type { BoardKind } from '../metrics/metrics.ts';

/** Caches boards by key until a dependency changes. Concurrent requests share one load. */
export function createVersionedCache<T extends object>(
  board: BoardKind,
  max: number,
  { changeVersions, metrics }: Pick<Context, 'changeVersions' | 'metrics'>,
): (key: string, dependsOn: readonly Concern[], load: () => Promise<T>) => Promise<T> {
  const cache = new LRUCache<string, { version: number; value: Promise<T> }>({ max });

  return (key, dependsOn, load) => {
    // Read before the load, so that a change during the load makes the result stale.
    const version = changeVersions(dependsOn);
    const cached = cache.get(key);
    const isFresh = cached?.version === version;
    metrics?.recordLookup('boards', isFresh);
    if (isFresh) return cached.value;
    const startedAt = performance.now();
    const entry = { version, value: load() };
    cache.set(key, entry);
    entry.value.then(
      () => metrics?.recordBoard(board, startedAt),
      () => {
        if (cache.peek(key) === entry) cache.delete(key);
      },
    );
    return entry.value;
  };
}

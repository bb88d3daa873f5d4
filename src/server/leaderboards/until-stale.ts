import { LRUCache } from 'lru-cache';
import type { Bus, StaleTag } from '../realtime/bus.ts';

/**
 * Remembers what `load` makes for a tag until a change makes the tag stale, at most `max` of them.
 * However many ask at once, it is made once.
 */
export function createUntilStale<T>(
  bus: Bus,
  max: number,
): (tag: StaleTag, load: () => Promise<T>) => Promise<T> {
  const remembered = new LRUCache<StaleTag, Promise<T>>({ max });
  // Forgotten while it is still being made, too: who asks after the change gets one made after it.
  bus.subscribe(({ stale = [] }) => {
    for (const tag of stale) remembered.delete(tag);
  });

  return (tag, load) => {
    const known = remembered.get(tag);
    if (known) return known;
    const loading = load();
    remembered.set(tag, loading);
    loading.catch(() => {
      if (remembered.peek(tag) === loading) remembered.delete(tag);
    });
    return loading;
  };
}

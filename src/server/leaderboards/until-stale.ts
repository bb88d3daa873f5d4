import { LRUCache } from 'lru-cache';
import type { Concern } from '#contract/freshness.ts';
import type { LastChange } from '../changes/last-change.ts';

/**
 * Remembers what `load` makes under a name until something changes that it depends on, at most `max`
 * of them. However many ask at once, it is made once.
 */
export function createUntilStale<T extends object>(
  lastChange: LastChange,
  max: number,
): (name: string, dependsOn: readonly Concern[], load: () => Promise<T>) => Promise<T> {
  const remembered = new LRUCache<string, { asOf: number; made: Promise<T> }>({ max });

  return (name, dependsOn, load) => {
    // Of the moment before it is made: who asks after a change gets one made after it.
    const asOf = lastChange(dependsOn);
    const known = remembered.get(name);
    if (known?.asOf === asOf) return known.made;
    const making = { asOf, made: load() };
    remembered.set(name, making);
    making.made.catch(() => {
      if (remembered.peek(name) === making) remembered.delete(name);
    });
    return making.made;
  };
}

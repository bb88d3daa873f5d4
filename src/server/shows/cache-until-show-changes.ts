import type { Concern } from '#contract/freshness.ts';
import type { Context } from '../context.ts';

const ANY_SHOW: Concern[] = [{ topic: 'show', subjectId: null }];

/** Reloads after a show changes or a load fails. */
export function cacheUntilShowChanges<T>(
  changeVersions: Context['changeVersions'],
  load: () => Promise<T>,
): () => Promise<T> {
  let cached: { asOf: number; value: Promise<T> } | undefined;
  return () => {
    const asOf = changeVersions(ANY_SHOW);
    if (cached?.asOf === asOf) return cached.value;
    const entry = { asOf, value: load() };
    cached = entry;
    entry.value.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.value;
  };
}

import { LRUCache } from 'lru-cache';
import { rankCounts } from './board.ts';

export type Standing = ReturnType<typeof rankCounts>;

/** The number of fans with each score by key, highest score first. */
export type ScoreCounts = ReadonlyMap<string, readonly [points: number, count: number][]>;

/** A standing takes about 10 KB, because few scores are distinct. */
const MAX_STANDINGS = 1_000;

/** Fans share each key's counts: counting 200 shows with 10,000 fans each takes several seconds. */
export function createStandingsCache(
  countScores: (keys: string[]) => Promise<ScoreCounts>,
): (versions: ReadonlyMap<string, number | string>) => Promise<Map<string, Standing>> {
  const cache = new LRUCache<string, { version: number | string; standing: Promise<Standing> }>({
    max: MAX_STANDINGS,
  });

  return async (versions) => {
    const staleKeys = [...versions.keys()].filter(
      (key) => cache.get(key)?.version !== versions.get(key),
    );
    const counts = staleKeys.length > 0 ? countScores(staleKeys) : undefined;
    const fresh = new Map<string, Promise<Standing>>();
    for (const key of staleKeys) {
      const standing = Promise.resolve(counts).then((all) => rankCounts(all?.get(key) ?? []));
      const entry = { version: versions.get(key) ?? 0, standing };
      fresh.set(key, standing);
      cache.set(key, entry);
      standing.catch(() => {
        if (cache.peek(key) === entry) cache.delete(key);
      });
    }
    const standings = [...versions.keys()].map(
      async (key): Promise<[string, Standing]> => [
        key,
        await (fresh.get(key) ?? cache.get(key)?.standing ?? rankCounts([])),
      ],
    );
    return new Map(await Promise.all(standings));
  };
}

/** `rows` must be sorted by score, highest first. */
export function groupCounts(
  rows: readonly { key: string; points: number; fans: number }[],
): ScoreCounts {
  const counts = new Map<string, [points: number, count: number][]>();
  for (const { key, points, fans } of rows) {
    const keyCounts = counts.get(key) ?? [];
    keyCounts.push([points, fans]);
    counts.set(key, keyCounts);
  }
  return counts;
}

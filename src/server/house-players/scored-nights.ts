import { resolveConcerns } from '#contract/freshness.ts';
import { getHouseTotals } from '#contract/house-players.ts';
import type { Context } from '../context.ts';
import { findScoredNights, type ScoredNight } from './queries.ts';

export type ReadScoredNights = ReturnType<typeof createScoredNights>;

/** Computed once per change for all scored shows, because every fan's record needs the points. */
export function createScoredNights({ db, changeVersions }: Pick<Context, 'db' | 'changeVersions'>) {
  const concerns = resolveConcerns(getHouseTotals);
  let cached: { version: number; nights: Promise<readonly ScoredNight[]> } | undefined;

  return (): Promise<readonly ScoredNight[]> => {
    // Read before the load, so that a change during the load makes the result stale.
    const version = changeVersions(concerns);
    if (cached?.version === version) return cached.nights;
    const entry = { version, nights: findScoredNights(db) };
    cached = entry;
    entry.nights.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return entry.nights;
  };
}

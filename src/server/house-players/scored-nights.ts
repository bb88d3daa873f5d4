import { resolveConcerns } from '#contract/freshness.ts';
import { getHouseTotals } from '#contract/house-players.ts';
import type { Context } from '../context.ts';
import { findScoredNights, type ScoredNight } from './queries.ts';

export type ReadScoredNights = ReturnType<typeof createScoredNights>;

export function createScoredNights({ db, changeVersions }: Pick<Context, 'db' | 'changeVersions'>) {
  const concerns = resolveConcerns(getHouseTotals);
  let cached: { version: number; nights: Promise<readonly ScoredNight[]> } | undefined;

  return (): Promise<readonly ScoredNight[]> => {
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

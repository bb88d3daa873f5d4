import type { FanResult } from '#contract/fans.ts';
import { RANK_LABELS } from '#web/board/rank-labels.ts';

export interface MedalCount {
  rank: number;
  label: string;
  count: number;
}

/** Best medal first. A medal requires points. */
export function countMedals(results: readonly Pick<FanResult, 'points' | 'rank'>[]): MedalCount[] {
  return Object.entries(RANK_LABELS)
    .map(([key, label]) => {
      const rank = Number(key);
      const wins = results.filter((result) => result.rank === rank && result.points > 0);
      return { rank, label, count: wins.length };
    })
    .filter(({ count }) => count > 0);
}

import type { FanResult } from '#contract/fans.ts';

export interface MedalCount {
  rank: number;
  label: string;
  count: number;
}

const LABELS = ['Champion', 'Runner-up', 'Third Place'];

/** Counts the shows with each medal, best first. A medal requires points. */
export function countMedals(results: readonly Pick<FanResult, 'points' | 'rank'>[]): MedalCount[] {
  return LABELS.map((label, index) => {
    const rank = index + 1;
    const wins = results.filter((result) => result.rank === rank && result.points > 0);
    return { rank, label, count: wins.length };
  }).filter(({ count }) => count > 0);
}

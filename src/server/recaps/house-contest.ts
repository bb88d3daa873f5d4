import type { HouseContest, HouseSeries } from '#contract/recaps.ts';
import { formatAverage } from '../leaderboards/board.ts';
import type { Standing } from '../leaderboards/standings-cache.ts';

export interface ContestNight {
  house: readonly number[];
  fans: Standing;
}

/** The side with the higher average wins the night. */
export function countSeries(nights: readonly ContestNight[]): HouseSeries {
  const series = { house: 0, fans: 0, ties: 0 };
  for (const { house, fans } of nights) {
    if (house.length === 0 || fans.total === 0) continue;
    const winner = findWinner({ house, fans });
    series[winner === 'tie' ? 'ties' : winner] += 1;
  }
  return series;
}

/** Cross-multiplies, so that rounding can't decide a night. */
function findWinner({ house, fans }: ContestNight): HouseContest['winner'] {
  const lead = sum(house) * fans.total - sumPoints(fans) * house.length;
  return lead > 0 ? 'house' : lead < 0 ? 'fans' : 'tie';
}

export function describeContest({
  house,
  fans,
}: ContestNight): Pick<HouseContest, 'winner' | 'houseAverage' | 'fansAverage' | 'beatenBy'> {
  const best = Math.max(...house);
  const firstBelow = fans.ranks.find(([points]) => points <= best);
  return {
    winner: findWinner({ house, fans }),
    houseAverage: formatAverage(sum(house), house.length),
    fansAverage: computeAverageScore(fans),
    beatenBy: firstBelow ? firstBelow[1] - 1 : fans.total,
  };
}

export function computeAverageScore(fans: Standing): string {
  return fans.total === 0 ? '0.00' : formatAverage(sumPoints(fans), fans.total);
}

export function sumPoints({ ranks, total }: Standing): number {
  return sum(
    ranks.map(([points, rank], index) => {
      const nextRank = ranks[index + 1]?.[1] ?? total + 1;
      return points * (nextRank - rank);
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

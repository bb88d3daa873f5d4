import type { Achievement, AchievementName } from './fans.ts';
import { isCorrectPosition, type Outcome } from './scoring.ts';

/** A fan's scored prediction. `total` is the number of fans with points for the show. */
export interface ScoredPrediction {
  showId: string;
  points: number;
  rank: number;
  total: number;
  outcomes: readonly Outcome[];
}

const EXACT_SPOTS = 5;
const HIT_SHARE = 0.5;
const MIN_PICKS = 10;
const CENTURY = 100;
const TOP_RANKS = 3;
const MIN_RIVALS = 10;

type Rules = Record<
  AchievementName,
  { name: string; rule: string } & (
    | { isEarned(prediction: ScoredPrediction): boolean }
    | { predictedShows: number }
  )
>;

/** In the order of a fan's page. They reward skill and attendance, not streaks. */
export const ACHIEVEMENTS = {
  bookends: {
    name: 'Bookends',
    rule: 'Called the opener and the closer of the same show',
    isEarned: ({ outcomes }) => outcomes.includes('Opener') && outcomes.includes('Closer'),
  },
  setlistInHand: {
    name: 'Setlist in Hand',
    rule: 'Five songs in their exact spot in one show',
    isEarned: ({ outcomes }) => outcomes.filter(isCorrectPosition).length >= EXACT_SPOTS,
  },
  halfTheNight: {
    name: 'Half the Night',
    rule: 'At least half the picks played in one show, with ten or more picks',
    isEarned: ({ outcomes }) =>
      outcomes.length >= MIN_PICKS &&
      outcomes.filter((outcome) => outcome !== 'Not played').length >= HIT_SHARE * outcomes.length,
  },
  century: {
    name: 'Century',
    rule: '100 points in one show',
    isEarned: ({ points }) => points >= CENTURY,
  },
  onThePodium: {
    name: 'On the Podium',
    rule: 'In the top three of a show with at least ten fans',
    isEarned: ({ points, rank, total }) => points > 0 && rank <= TOP_RANKS && total >= MIN_RIVALS,
  },
  regular: { name: 'Regular', rule: 'Predicted ten shows', predictedShows: 10 },
  lifer: { name: 'Lifer', rule: 'Predicted fifty shows', predictedShows: 50 },
} as const satisfies Rules;

/** `predictions` must be in the order of their shows. */
export function findAchievements(predictions: readonly ScoredPrediction[]): Achievement[] {
  return Object.entries<Rules[AchievementName]>(ACHIEVEMENTS).flatMap(([name, rule]) => {
    const earningPredictions =
      'isEarned' in rule
        ? predictions.filter(rule.isEarned)
        : predictions.slice(rule.predictedShows - 1, rule.predictedShows);
    const [first] = earningPredictions;
    if (!first) return [];
    const { length: times } = earningPredictions;
    return [{ name: name as AchievementName, showId: first.showId, times }];
  });
}

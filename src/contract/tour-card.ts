import { formatCalls } from './recaps.ts';
import { formatCorrectedOn, formatStanding } from './scorecard.ts';
import type { HitRate } from './statistics.ts';
import type { MyTourRecap } from './tour-recaps.ts';
import { buildUrl } from './url.ts';

export interface TourCard {
  tourName: string;
  username: string;
  details: string;
  points: number;
  rank: string;
  figures: { label: string; value: string; note: string | null }[];
}

export function buildTourCard(recap: MyTourRecap, username: string): TourCard {
  const { gamesPlayed, showCount, points, averageScore, nightsWon, bestNight, bestCall } = recap;
  const { opener, closer, exact, any } = recap.hitRates;
  const details = [`${gamesPlayed} of ${formatCount(showCount, 'show')}`];
  if (recap.correctedAt) details.push(formatCorrectedOn(recap.correctedAt));
  return {
    ...{ tourName: recap.name, username, points },
    details: details.join(' · '),
    rank: formatStanding(recap),
    figures: [
      { label: 'Best night', value: `${bestNight.points} pts`, note: bestNight.show.name },
      {
        label: 'Best call',
        value: bestCall?.title ?? '–',
        note: bestCall?.crowd ? formatCalls(bestCall.crowd) : (bestCall?.showName ?? null),
      },
      {
        label: 'Nights won',
        value: String(nightsWon),
        note: `${Number(averageScore).toFixed(1)} points per night`,
      },
      { label: 'Picks played', value: formatRate(any), note: `${any.hits} of ${any.of} picks` },
      {
        label: 'In the exact spot',
        value: formatRate(exact),
        note: `${exact.hits} of ${exact.of} picks`,
      },
      {
        label: 'Openers and closers',
        value: String(opener.hits + closer.hits),
        note: `${formatCount(opener.hits, 'opener')}, ${formatCount(closer.hits, 'closer')}`,
      },
    ],
  };
}

export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

function formatRate({ hits, of }: HitRate): string {
  return of === 0 ? '–' : `${Math.round((100 * hits) / of)}%`;
}

/** Not an endpoint, because its response isn't JSON. */
export const TOUR_CARD_IMAGE_PATH = '/api/tours/recap/card.png';

export function tourCardImageUrl(tour: string): string {
  return buildUrl(TOUR_CARD_IMAGE_PATH, { query: { tour } });
}

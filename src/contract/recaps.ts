import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { housePlayer } from './house-players.ts';
import { showRow } from './leaderboards.ts';
import { MAX_PICKS } from './predictions.ts';
import { hitRate } from './statistics.ts';

export const RECAP_ROWS = 5;
/** Ties can add more fans; the leaderboard lists all of them. */
export const PODIUM_ROWS = 10;
export const MAX_CALLERS = 3;

export const NO_SHOW_RECAP = 'The recap will be available once the show is over and scored.';

export const calledSong = z
  .object({ songId: z.uuid(), title: z.string(), calls: z.int() })
  .meta({ id: 'CalledSong' });
export type CalledSong = z.output<typeof calledSong>;

/** Nights won by the side with the higher average; equal averages are ties. */
export const houseSeries = z
  .object({ house: z.int(), fans: z.int(), ties: z.int() })
  .meta({ id: 'HouseSeries' });
export type HouseSeries = z.output<typeof houseSeries>;

/** Averages are decimals with two places. */
export const houseContest = z
  .object({
    players: z.array(z.object({ player: housePlayer, points: z.int() })),
    /** By the exact averages, which can look equal when rounded. */
    winner: z.enum(['house', 'fans', 'tie']),
    houseAverage: z.string(),
    fansAverage: z.string(),
    beatenBy: z.int(),
    series: houseSeries,
  })
  .meta({ id: 'HouseContest' });
export type HouseContest = z.output<typeof houseContest>;

export const showRecap = z
  .object({
    correctedAt: z.iso.datetime().nullable(),
    fans: z.int(),
    averageScore: z.string(),
    podium: z.array(showRow).max(PODIUM_ROWS),
    podiumSize: z.int(),
    /** Null below `MIN_CROWD` sheets. */
    crowd: z
      .object({
        sheets: z.int(),
        played: z.int(),
        known: z.int(),
        got: z.array(calledSong).max(RECAP_ROWS),
        missed: z.array(calledSong).max(RECAP_ROWS),
        rarestCalls: z.array(calledSong).max(RECAP_ROWS),
        uncalled: z.array(z.string()).max(MAX_PICKS),
      })
      .nullable(),
    bestCall: calledSong.extend({ callers: z.array(z.string()).max(MAX_CALLERS) }).nullable(),
    /** Null if the house players made no prediction, or no fan played. */
    house: houseContest.nullable(),
  })
  .meta({ id: 'ShowRecap' });
export type ShowRecap = z.output<typeof showRecap>;

export const getShowRecap = endpoint('getShowRecap', {
  method: 'GET',
  path: '/api/shows/{id}/recap',
  tag: 'recaps',
  who: 'user',
  summary:
    'Get what happened at a closed show with points: podium, crowd, best call, house players',
  params: showParams,
  status: 200,
  returns: showRecap,
  dependsOn: [
    ...(['show', 'setlist:{id}', 'song', 'entrants:{id}', 'privacy:{id}'] as const),
    ...(['totals', 'house', 'username'] as const),
  ],
});

/** A pick that was played. `crowd` includes the fan's own sheet; null below `MIN_CROWD`. */
export const bestCall = z
  .object({
    title: z.string(),
    points: z.int(),
    crowd: z.object({ calls: z.int(), sheets: z.int() }).nullable(),
  })
  .meta({ id: 'BestCall' });
export type BestCall = z.output<typeof bestCall>;

export const myShowRecap = z
  .object({
    predictionId: z.uuid(),
    points: z.int(),
    rank: z.int(),
    total: z.int(),
    behind: z.int(),
    hits: hitRate,
    /** Null if none of the picks was played. */
    bestCall: bestCall.nullable(),
  })
  .meta({ id: 'MyShowRecap' });
export type MyShowRecap = z.output<typeof myShowRecap>;

export const getMyShowRecap = endpoint('getMyShowRecap', {
  method: 'GET',
  path: '/api/shows/{id}/recap/me',
  tag: 'recaps',
  who: 'user',
  summary: 'Get your points, rank, hits and best call at a closed show, or 204',
  params: showParams,
  status: 200,
  returns: myShowRecap,
  mayBeEmpty: true,
  dependsOn: [
    ...(['show:{id}', 'setlist:{id}', 'song', 'entrants:{id}', 'privacy:{id}'] as const),
    ...(['standings:{id}', 'totals:{id}'] as const),
  ],
});

/** Returns '1 of 412 called it' or, for a call that no counted sheet has, 'None of 412 others called it'. */
export function formatCalls({ calls, sheets }: { calls: number; sheets: number }): string {
  const total = sheets.toLocaleString('en-US');
  return calls === 0
    ? `None of ${total} others called it`
    : `${calls.toLocaleString('en-US')} of ${total} called it`;
}

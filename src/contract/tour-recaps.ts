import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { housePlayer } from './house-players.ts';
import { bestCall, calledSong, houseSeries, MAX_CALLERS, RECAP_ROWS } from './recaps.ts';
import { SHOW_LENGTHS, show } from './shows.ts';
import { hitRate } from './statistics.ts';
import { tourRow } from './tour-boards.ts';

export const NO_TOUR_RECAP = 'The recap will be available after the last show of the tour.';

/** A song is a bustout if at least this many shows passed since its last play. */
export const MIN_BUSTOUT_GAP = 10;

const recapShow = show.pick({
  ...{ id: true, name: true, city: true, state: true, country: true },
  ...{ date: true, timeZone: true },
});

const tourNight = z.object({
  show: recapShow,
  fans: z.int(),
  averageScore: z.string(),
  bestPoints: z.int(),
});
export type TourNight = z.output<typeof tourNight>;

const tourSong = calledSong.extend({ plays: z.int() });
export type TourSong = z.output<typeof tourSong>;

export const tourRecap = z
  .object({
    name: z.string(),
    correctedAt: z.iso.datetime().nullable(),
    /** The shows with points, by date. */
    nights: z.array(tourNight),
    fans: z.int(),
    top: z.array(tourRow).max(RECAP_ROWS),
    /** The night with the highest average. Null if no fan played. */
    bestNight: z.uuid().nullable(),
    /** The night with the lowest average. Null if no average is lower than the best night's. */
    worstNight: z.uuid().nullable(),
    /** Null if no night has a crowd. */
    songs: z
      .object({
        sheets: z.int(),
        mostCalled: z.array(tourSong).max(RECAP_ROWS),
        mostPlayed: z.array(tourSong).max(RECAP_ROWS),
      })
      .nullable(),
    /** The play with the longest gap that a fan called. */
    bustout: calledSong
      .extend({
        show: recapShow,
        gap: z.int(),
        sheets: z.int(),
        callers: z.array(z.string()).max(MAX_CALLERS),
      })
      .nullable(),
    /** Null if the house players made no prediction, or no fan played. */
    house: z
      .object({
        players: z.array(z.object({ player: housePlayer, points: z.int(), nights: z.int() })),
        series: houseSeries,
      })
      .nullable(),
  })
  .meta({ id: 'TourRecap' });
export type TourRecap = z.output<typeof tourRecap>;

const tourQuery = z.object({ tour: z.string().max(SHOW_LENGTHS.tourName) });

export const getTourRecap = endpoint('getTourRecap', {
  method: 'GET',
  path: '/api/tours/recap',
  tag: 'recaps',
  who: 'user',
  summary: 'Get what happened on a tour that is over: leaderboard, nights, songs, house players',
  query: tourQuery,
  status: 200,
  returns: tourRecap,
  // Every change to a finished tour changes `totals`, so `entrants` isn't needed.
  dependsOn: ['show', 'song', 'privacy', 'totals', 'house', 'username'],
});

export const myTourRecap = z
  .object({
    name: z.string(),
    correctedAt: z.iso.datetime().nullable(),
    showCount: z.int(),
    gamesPlayed: z.int(),
    points: z.int(),
    averageScore: z.string(),
    rank: z.int(),
    total: z.int(),
    nightsWon: z.int(),
    bestNight: z.object({
      show: recapShow,
      points: z.int(),
      rank: z.int(),
      total: z.int(),
    }),
    /** The pick that the smallest share of sheets had. */
    bestCall: bestCall.extend({ showName: z.string() }).nullable(),
    hitRates: z.object({ opener: hitRate, closer: hitRate, exact: hitRate, any: hitRate }),
  })
  .meta({ id: 'MyTourRecap' });
export type MyTourRecap = z.output<typeof myTourRecap>;

export const getMyTourRecap = endpoint('getMyTourRecap', {
  method: 'GET',
  path: '/api/tours/recap/me',
  tag: 'recaps',
  who: 'user',
  summary: 'Get your tour in numbers, or 204',
  query: tourQuery,
  status: 200,
  returns: myTourRecap,
  mayBeEmpty: true,
  dependsOn: getTourRecap.dependsOn,
});

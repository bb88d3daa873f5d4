import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const TRENDING_MONTHS = 6;

export const FAN_FAVORITE_PLAYS = 100;

export const playedSong = z
  .object({
    id: z.uuid(),
    title: z.string(),
    timesPlayed: z.int(),
    lastPlayed: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PlayedSong' });
export type PlayedSong = z.output<typeof playedSong>;

export const tourPattern = z
  .object({ year: z.int(), showCount: z.int() })
  .meta({ id: 'TourPattern' });
export type TourPattern = z.output<typeof tourPattern>;

export const venueStatistic = z
  .object({
    city: z.string(),
    state: z.string().nullable(),
    showCount: z.int(),
    lastShowDate: z.iso.datetime(),
    timeZone: z.string(),
  })
  .meta({ id: 'VenueStatistic' });
export type VenueStatistic = z.output<typeof venueStatistic>;

export const getTopSongs = endpoint('getTopSongs', {
  method: 'GET',
  path: '/api/statistics/top-songs',
  tag: 'statistics',
  who: 'user',
  summary: 'List the most played songs',
  status: 200,
  returns: z.array(playedSong),
  dependsOn: ['song', 'setlist', 'show'],
});

export const getTrendingSongs = endpoint('getTrendingSongs', {
  method: 'GET',
  path: '/api/statistics/trending-songs',
  tag: 'statistics',
  who: 'user',
  summary:
    'List songs played in the last six months; timesPlayed counts plays in that time, plus an imported last play',
  status: 200,
  returns: z.array(playedSong),
  dependsOn: ['song', 'catalogue', 'setlist', 'show'],
});

export const getTourPatterns = endpoint('getTourPatterns', {
  method: 'GET',
  path: '/api/statistics/tour-patterns',
  tag: 'statistics',
  who: 'user',
  summary: 'Count shows per year, latest year first',
  status: 200,
  returns: z.array(tourPattern),
  dependsOn: ['show'],
});

export const getVenueStatistics = endpoint('getVenueStatistics', {
  method: 'GET',
  path: '/api/statistics/venues',
  tag: 'statistics',
  who: 'user',
  summary: 'Count shows per city, most shows first',
  status: 200,
  returns: z.array(venueStatistic),
  dependsOn: ['show'],
});

export const hitRate = z.object({ hits: z.int(), of: z.int() }).meta({ id: 'HitRate' });
export type HitRate = z.output<typeof hitRate>;

export const songCalls = z
  .object({
    id: z.uuid(),
    title: z.string(),
    picks: z.int(),
    hits: z.int(),
    points: z.int(),
  })
  .meta({ id: 'SongCalls' });
export type SongCalls = z.output<typeof songCalls>;

export const MAX_CALLS = 5;

/** Opener and closer count once per show, exact and any once per pick. */
export const myStatistics = z
  .object({
    opener: hitRate,
    closer: hitRate,
    exact: hitRate,
    any: hitRate,
    bestCalls: z.array(songCalls),
    worstCalls: z.array(songCalls),
  })
  .meta({ id: 'MyStatistics' });
export type MyStatistics = z.output<typeof myStatistics>;

export const getMyStatistics = endpoint('getMyStatistics', {
  method: 'GET',
  path: '/api/statistics/me',
  tag: 'statistics',
  who: 'user',
  summary: 'Get your hit rates and your best and worst calls over your scored predictions',
  status: 200,
  returns: myStatistics,
  dependsOn: ['totals', 'song'],
});

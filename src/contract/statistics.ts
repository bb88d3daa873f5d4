import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Trending looks back this many months. */
export const TRENDING_MONTHS = 6;

/** A song played more often than this is a 'Fan Favorite'. */
export const FAN_FAVORITE_PLAYS = 100;

export const playedSong = z.object({
  id: z.uuid(),
  title: z.string(),
  timesPlayed: z.int(),
  lastPlayed: z.iso.datetime().nullable(),
});
export type PlayedSong = z.output<typeof playedSong>;

export const tourPattern = z.object({ year: z.int(), showCount: z.int() });
export type TourPattern = z.output<typeof tourPattern>;

export const venueStatistic = z.object({
  city: z.string(),
  state: z.string().nullable(),
  showCount: z.int(),
  lastShowDate: z.iso.datetime(),
  /** In which that show's day is told. */
  timeZone: z.string(),
});
export type VenueStatistic = z.output<typeof venueStatistic>;

export const getTopSongs = endpoint({
  method: 'GET',
  path: '/api/statistics/top-songs',
  who: 'user',
  summary: 'Most played songs',
  status: 200,
  returns: z.array(playedSong),
  dependsOn: ['song', 'setlist', 'show'],
});

export const getTrendingSongs = endpoint({
  method: 'GET',
  path: '/api/statistics/trending-songs',
  who: 'user',
  summary:
    'Songs performed in the last six months; timesPlayed counts those performances, of imported ones the last',
  status: 200,
  returns: z.array(playedSong),
  dependsOn: ['song', 'catalogue', 'setlist', 'show'],
});

export const getTourPatterns = endpoint({
  method: 'GET',
  path: '/api/statistics/tour-patterns',
  who: 'user',
  summary: 'Shows per year, the latest year first',
  status: 200,
  returns: z.array(tourPattern),
  dependsOn: ['show'],
});

export const getVenueStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/venues',
  who: 'user',
  summary: 'Shows per city, most first',
  status: 200,
  returns: z.array(venueStatistic),
  dependsOn: ['show'],
});

import type { SongChance } from './chances.ts';
import { type PlayedShow, songsOf } from './played-shows.ts';

/** A simple forecast to compare the model with, likeliest song first. */
export type Baseline = (played: readonly PlayedShow[]) => SongChance[];

const WINDOW_SHOWS = 50;
const RESTED_SHOWS = 3;

export const mostPlayed: Baseline = (played) => {
  const recentShows = played.slice(-WINDOW_SHOWS);
  const plays = new Map<string, number>();
  for (const show of recentShows)
    for (const song of songsOf(show)) plays.set(song, (plays.get(song) ?? 0) + 1);
  return [...plays]
    .map(([song, times]) => ({ song, chance: times / recentShows.length }))
    .sort((a, b) => b.chance - a.chance);
};

/** Bands rarely repeat songs within three shows. */
export const mostRested: Baseline = (played) => {
  const resting = new Set(played.slice(-RESTED_SHOWS).flatMap(songsOf));
  return mostPlayed(played).filter(({ song }) => !resting.has(song));
};

export const repeatLastShow: Baseline = (played) =>
  played.slice(-1).flatMap((show) => songsOf(show).map((song) => ({ song, chance: 1 })));

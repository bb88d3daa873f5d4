import type { SongChance } from './chances.ts';
import { listDistinctSongs, type PlayedShow } from './played-shows.ts';

/** Returns the likeliest song first. */
export type Baseline = (played: readonly PlayedShow[]) => SongChance[];

const WINDOW_SHOWS = 50;
const COOLDOWN_SHOWS = 3;

export const rankMostPlayed: Baseline = (played) => rankMostPlayedIn(played, WINDOW_SHOWS);

export function rankMostPlayedIn(played: readonly PlayedShow[], windowShows: number): SongChance[] {
  const recentShows = played.slice(-windowShows);
  const plays = new Map<string, number>();
  for (const show of recentShows)
    for (const song of listDistinctSongs(show)) plays.set(song, (plays.get(song) ?? 0) + 1);
  return [...plays]
    .map(([song, count]) => ({ song, chance: count / recentShows.length }))
    .sort((a, b) => b.chance - a.chance);
}

/** Bands rarely repeat songs within three shows. */
export const rankMostPlayedExceptRecent: Baseline = (played) => {
  const recentSongs = new Set(played.slice(-COOLDOWN_SHOWS).flatMap(listDistinctSongs));
  return rankMostPlayed(played).filter(({ song }) => !recentSongs.has(song));
};

export const rankLastShow: Baseline = (played) =>
  played.slice(-1).flatMap((show) => listDistinctSongs(show).map((song) => ({ song, chance: 1 })));

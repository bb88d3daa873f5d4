import type { SongChance } from './chances.ts';
import { type PlayedShow, songsOf } from './played-shows.ts';

/** What a fan does without a computer: from the shows so far to how likely each song is, likeliest first. */
export type Baseline = (played: readonly PlayedShow[]) => SongChance[];

const LOOKS_BACK = 50;
const JUST_PLAYED = 3;

/** By their share of the last 50 shows. */
export const mostPlayed: Baseline = (played) => {
  const lately = played.slice(-LOOKS_BACK);
  const plays = new Map<string, number>();
  for (const show of lately)
    for (const song of songsOf(show)) plays.set(song, (plays.get(song) ?? 0) + 1);
  return [...plays]
    .map(([song, times]) => ({ song, chance: times / lately.length }))
    .sort((a, b) => b.chance - a.chance);
};

/** The same without what the last three shows had: a band seldom repeats itself so soon. */
export const mostRested: Baseline = (played) => {
  const resting = new Set(played.slice(-JUST_PLAYED).flatMap(songsOf));
  return mostPlayed(played).filter(({ song }) => !resting.has(song));
};

/** The last show again, song by song. */
export const repeatLastShow: Baseline = (played) =>
  played.slice(-1).flatMap((show) => songsOf(show).map((song) => ({ song, chance: 1 })));

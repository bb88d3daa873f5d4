import { type PlayedNight, songsOf } from './archive.ts';
import type { SongChance } from './chances.ts';

/** What a fan does without a computer: from the shows so far to how likely each song is, likeliest first. */
export type Rule = (played: readonly PlayedNight[]) => SongChance[];

const LOOKS_BACK = 50;
const JUST_PLAYED = 3;

/** By their share of the last 50 shows. */
export const mostPlayed: Rule = (played) => {
  const lately = played.slice(-LOOKS_BACK);
  const plays = new Map<string, number>();
  for (const show of lately)
    for (const song of songsOf(show)) plays.set(song, (plays.get(song) ?? 0) + 1);
  return [...plays]
    .map(([song, times]) => ({ song, chance: times / lately.length }))
    .sort((a, b) => b.chance - a.chance);
};

/** The same without what the last three shows had: a band seldom repeats itself so soon. */
export const restedOnes: Rule = (played) => {
  const resting = new Set(played.slice(-JUST_PLAYED).flatMap(songsOf));
  return mostPlayed(played).filter(({ song }) => !resting.has(song));
};

/** The last show again, song by song. */
export const lastShowAgain: Rule = (played) =>
  played.slice(-1).flatMap((show) => songsOf(show).map((song) => ({ song, chance: 1 })));

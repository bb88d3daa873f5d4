import type { HousePlayer } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { type PlayedNight, songsOf } from '../odds/archive.ts';
import { bestList } from '../odds/best-list.ts';
import type { SongChance } from '../odds/chances.ts';
import { learnOdds } from '../odds/learn-odds.ts';
import type { Lesson } from '../odds/lesson.ts';
import { mostPlayed } from '../odds/rules-of-thumb.ts';

/** Each one's songs in order. */
export type HouseLists = Record<HousePlayer, string[]>;

/** What is not among the songs of so many shows has not been heard for long. */
const LONG = 20;

/** The first night of the lesson, as each house player predicts it from what was played before. */
export function predictNight(lesson: Lesson): HouseLists {
  const { songs, chances, running } = learnOdds(lesson);
  const [night] = lesson.nights;
  const its = (night && chances.get(night.id)) ?? [];
  const odds = songs.map((song, n) => ({ song, chance: its[n] ?? 0 }));
  const { played } = lesson;
  return {
    notebook: bestList(mostPlayed(played).slice(0, MAX_PICKS), running.places),
    archivist: bestList(odds, running.places),
    optimist: bestList(missedForLong(played, odds), running.places),
  };
}

/**
 * The songs that were not played in the last 20 shows, with their chances; of a young band's, those not
 * in the later half of its shows. Never fewer than a prediction has: then those that have rested longest.
 */
export function missedForLong(
  played: readonly PlayedNight[],
  odds: readonly SongChance[],
): SongChance[] {
  const lastPlayed = new Map(
    played.flatMap((night, n) => songsOf(night).map((song): [string, number] => [song, n])),
  );
  const gapOf = ({ song }: SongChance) => played.length - (lastPlayed.get(song) ?? -1);
  const long = Math.min(LONG, Math.floor(played.length / 2));
  const resting = odds.toSorted((a, b) => gapOf(b) - gapOf(a) || b.chance - a.chance);
  const enough = resting.filter((one) => gapOf(one) > long).length;
  return resting.slice(0, Math.max(MAX_PICKS, enough));
}

import type { HousePlayer } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { mostPlayed } from '../odds/model/baselines.ts';
import { bestList } from '../odds/model/best-list.ts';
import type { SongChance } from '../odds/model/chances.ts';
import { type PlayedShow, songsOf } from '../odds/model/played-shows.ts';
import { trainOdds } from '../odds/model/train-odds.ts';
import type { TrainingData } from '../odds/model/training-data.ts';

export type HouseLists = Record<HousePlayer, string[]>;

/** A song missing from this many shows counts as long unheard. */
const RESTED_SHOWS = 20;

export function predictNight(trainingData: TrainingData): HouseLists {
  const { songs, chances, running } = trainOdds(trainingData);
  const [night] = trainingData.nights;
  const nightChances = (night && chances.get(night.id)) ?? [];
  const odds = songs.map((song, n) => ({ song, chance: nightChances[n] ?? 0 }));
  const { played } = trainingData;
  return {
    notebook: bestList(mostPlayed(played).slice(0, MAX_PICKS), running.places),
    archivist: bestList(odds, running.places),
    optimist: bestList(missedForLong(played, odds), running.places),
  };
}

/** Songs missing for `RESTED_SHOWS` shows, or half the history if less, topped up by longest gap. */
export function missedForLong(
  played: readonly PlayedShow[],
  odds: readonly SongChance[],
): SongChance[] {
  const lastPlayed = new Map(
    played.flatMap((night, n) => songsOf(night).map((song): [string, number] => [song, n])),
  );
  const gapOf = ({ song }: SongChance) => played.length - (lastPlayed.get(song) ?? -1);
  const rested = Math.min(RESTED_SHOWS, Math.floor(played.length / 2));
  const resting = odds.toSorted((a, b) => gapOf(b) - gapOf(a) || b.chance - a.chance);
  const enough = resting.filter((song) => gapOf(song) > rested).length;
  return resting.slice(0, Math.max(MAX_PICKS, enough));
}

import type { HousePlayer } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { rankMostPlayed } from '../odds/model/baselines.ts';
import { findBestList } from '../odds/model/best-list.ts';
import type { SongChance } from '../odds/model/chances.ts';
import { listDistinctSongs, type PlayedShow } from '../odds/model/played-shows.ts';
import { trainOdds } from '../odds/model/train-odds.ts';
import type { TrainingData } from '../odds/model/training-data.ts';

export interface NightForecast {
  /** The Twenty's list isn't a forecast: it comes from fans' sheets. */
  lists: Record<Exclude<HousePlayer, 'twenty'>, string[]>;
  /** At most as many songs as a prediction can have, likeliest first. */
  likeliestSongs: string[];
}

const OVERDUE_SHOWS = 20;

export function predictNight(trainingData: TrainingData): NightForecast {
  const { songs, chances, sequenceModel } = trainOdds(trainingData);
  const [night] = trainingData.targets;
  const nightChances = (night && chances.get(night.id)) ?? [];
  const odds = songs.map((song, n) => ({ song, chance: nightChances[n] ?? 0 }));
  const { played } = trainingData;
  const { positions } = sequenceModel;
  return {
    lists: {
      notebook: findBestList(rankMostPlayed(played).slice(0, MAX_PICKS), positions),
      archivist: findBestList(odds, positions),
      optimist: findBestList(findOverdueSongs(played, odds), positions),
    },
    likeliestSongs: odds
      .toSorted((a, b) => b.chance - a.chance)
      .slice(0, MAX_PICKS)
      .map(({ song }) => song),
  };
}

/** Returns songs missing from the last shows, and further ones if a prediction needs more. */
export function findOverdueSongs(
  played: readonly PlayedShow[],
  odds: readonly SongChance[],
): SongChance[] {
  const lastPlayed = new Map(
    played.flatMap((night, n) =>
      listDistinctSongs(night).map((song): [string, number] => [song, n]),
    ),
  );
  const findGap = ({ song }: SongChance) => played.length - (lastPlayed.get(song) ?? -1);
  const minGap = Math.min(OVERDUE_SHOWS, Math.floor(played.length / 2));
  const songsByGap = odds.toSorted((a, b) => findGap(b) - findGap(a) || b.chance - a.chance);
  const overdueCount = songsByGap.filter((song) => findGap(song) > minGap).length;
  return songsByGap.slice(0, Math.max(MAX_PICKS, overdueCount));
}

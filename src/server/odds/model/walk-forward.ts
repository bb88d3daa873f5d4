import { MAX_PICKS } from '#contract/predictions.ts';
import {
  type Baseline,
  rankLastShow,
  rankMostPlayed,
  rankMostPlayedExceptRecent,
} from './baselines.ts';
import { findBestList } from './best-list.ts';
import { createChances, type SongChance, TRAINING_SHOWS } from './chances.ts';
import { createSequenceModel, rankNextSongs, recordSequence } from './next-song.ts';
import type { PlayedShow } from './played-shows.ts';

export interface Forecast {
  songs: readonly SongChance[];
  list: readonly string[];
  next(soFar: readonly string[]): readonly string[];
}

export type Forecaster =
  | 'the model'
  | 'most played of the last 50 shows'
  | 'most played, rested'
  | 'last show';

const WARM_UP_SHOWS = 60;
/** A server retrains after each show. */
const RETRAIN_EVERY = 20;

/** Replays an archive: forecasts each of the last shows from the shows before it. */
export function* walkForward(
  played: readonly PlayedShow[],
  last: number,
): Generator<{ show: PlayedShow; forecasts: Record<Forecaster, Forecast> }> {
  const chances = createChances({ retrainEvery: RETRAIN_EVERY });
  const sequenceModel = createSequenceModel();
  const first = Math.max(1, played.length - last);
  const warmUpStart = Math.max(1, first - WARM_UP_SHOWS);
  for (const [n, show] of played.entries()) {
    const songs = n >= warmUpStart ? chances.forecastShow(show) : [];
    if (n >= first) {
      const forecastBaseline = (baseline: Baseline) => toForecast(baseline(played.slice(0, n)));
      const model: Forecast = {
        songs,
        list: findBestList(songs, sequenceModel.positions),
        next: (soFar) =>
          rankNextSongs(sequenceModel, { chances: songs, soFar }).map(({ song }) => song),
      };
      yield {
        show,
        forecasts: {
          'the model': model,
          'most played of the last 50 shows': withBestOrder(forecastBaseline(rankMostPlayed)),
          'most played, rested': withBestOrder(forecastBaseline(rankMostPlayedExceptRecent)),
          'last show': forecastBaseline(rankLastShow),
        },
      };
    }
    chances.record(show, { isTrainingData: n >= warmUpStart - TRAINING_SHOWS });
    recordSequence(sequenceModel, show, songs);
  }

  /** Lets a baseline use the typical positions of its songs, because fans know them too. */
  function withBestOrder(forecast: Forecast): Forecast {
    return {
      ...forecast,
      list: findBestList(forecast.songs.slice(0, MAX_PICKS), sequenceModel.positions),
    };
  }
}

function toForecast(songs: readonly SongChance[]): Forecast {
  const rankedSongs = songs.map(({ song }) => song);
  return {
    songs,
    list: rankedSongs.slice(0, MAX_PICKS),
    next: (soFar) => rankedSongs.filter((song) => !soFar.includes(song)),
  };
}

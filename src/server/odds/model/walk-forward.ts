import { MAX_PICKS } from '#contract/predictions.ts';
import { type Baseline, mostPlayed, mostRested, repeatLastShow } from './baselines.ts';
import { bestList } from './best-list.ts';
import { createChances, type SongChance, TRAINING_SHOWS } from './chances.ts';
import { nextSongs, noRunning, recordRunning } from './next-song.ts';
import type { PlayedShow } from './played-shows.ts';

/** What is said of a show before it begins, and of its next song while it goes on. */
export interface Forecast {
  /** Likeliest first. */
  songs: readonly SongChance[];
  /** A prediction made from it, in order. */
  list: readonly string[];
  /** Songs by how likely they are next, after these. */
  next(soFar: readonly string[]): readonly string[];
}

export type Forecaster =
  | 'the model'
  | 'most played of the last 50 shows'
  | "the same without the last three shows' songs"
  | 'the last show again';

/** Before the shows that are asked for the model forecasts so many for itself, and learns from them. */
const REHEARSED = 60;
/** How long it goes on with what it has learnt; a server learns anew after each show. */
const LEARN_EVERY = 20;

/**
 * Goes through an archive as if it happened: hands out the forecasts for each of the last shows, made
 * from nothing but what was played before it and its own date and place.
 */
export function* walkForward(
  played: readonly PlayedShow[],
  last: number,
): Generator<{ show: PlayedShow; forecasts: Record<Forecaster, Forecast> }> {
  const chances = createChances({ learnEvery: LEARN_EVERY });
  const running = noRunning();
  const first = Math.max(1, played.length - last);
  const rehearsed = Math.max(1, first - REHEARSED);
  for (const [n, show] of played.entries()) {
    const songs = n >= rehearsed ? chances.on(show) : [];
    if (n >= first) {
      const rule = (of: Baseline) => byRule(of(played.slice(0, n)));
      const model: Forecast = {
        songs,
        list: bestList(songs, running.places),
        next: (soFar) => nextSongs(running, { chances: songs, soFar }).map(({ song }) => song),
      };
      yield {
        show,
        forecasts: {
          'the model': model,
          'most played of the last 50 shows': placed(rule(mostPlayed)),
          "the same without the last three shows' songs": placed(rule(mostRested)),
          'the last show again': rule(repeatLastShow),
        },
      };
    }
    chances.record(show, { teaches: n >= rehearsed - TRAINING_SHOWS });
    recordRunning(running, show, songs);
  }

  /** A fan knows as well where a song usually comes. */
  function placed(forecast: Forecast): Forecast {
    return { ...forecast, list: bestList(forecast.songs.slice(0, MAX_PICKS), running.places) };
  }
}

function byRule(songs: readonly SongChance[]): Forecast {
  const ranked = songs.map(({ song }) => song);
  return {
    songs,
    list: ranked.slice(0, MAX_PICKS),
    next: (soFar) => ranked.filter((song) => !soFar.includes(song)),
  };
}

import { createChances, TRAINING_SHOWS } from './chances.ts';
import { createSequenceModel, recordSequence, type SequenceModel } from './next-song.ts';
import { STACKING_SHOWS } from './stacking.ts';
import type { TrainingData } from './training-data.ts';

export interface TrainedOdds {
  songs: string[];
  /** In the order of `songs`. Typed arrays transfer quickly. */
  chances: Map<string, Float64Array>;
  sequenceModel: SequenceModel;
}

/** Older shows say little about which song follows which. */
const SEQUENCE_SHOWS = 400;

/** Histories differ if a show closed before its date. */
const MAX_HISTORIES = 3;

/** Forecasts each target from only the shows before it. Histories keep the order of `targets`. */
export function trainShowByShow({ played, targets }: TrainingData): TrainedOdds[] {
  const targetsByHistory = new Map<number, TrainingData['targets'][number][]>();
  for (const target of targets) {
    const { playedBefore = played.length } = target;
    targetsByHistory.set(playedBefore, [...(targetsByHistory.get(playedBefore) ?? []), target]);
  }
  return [...targetsByHistory]
    .slice(0, MAX_HISTORIES)
    .map(([count, group]) => trainOdds({ played: played.slice(0, count), targets: group }));
}

/** Takes seconds for thousands of shows. */
export function trainOdds({ played, targets }: TrainingData): TrainedOdds {
  // Trained first without the latest shows, whose forecasts train the other models, then with all.
  const chances = createChances({ retrainEvery: Number.POSITIVE_INFINITY });
  const forecastFrom = played.length - Math.min(STACKING_SHOWS, Math.floor(played.length / 2));
  const sequenceModel = createSequenceModel();
  for (const [n, show] of played.entries()) {
    const songs = n >= forecastFrom ? chances.forecastShow(show) : [];
    chances.record(show, { isTrainingData: n >= played.length - TRAINING_SHOWS });
    if (n >= played.length - SEQUENCE_SHOWS) recordSequence(sequenceModel, show, songs);
  }
  chances.train();
  const songs = chances.songs();
  const targetChances = targets.map((target): [string, Float64Array] => {
    const forecast = chances.forecastShow(target);
    const chanceBySong = new Map(forecast.map(({ song, chance }) => [song, chance]));
    return [target.id, Float64Array.from(songs, (song) => chanceBySong.get(song) ?? 0)];
  });
  return { songs, chances: new Map(targetChances), sequenceModel };
}

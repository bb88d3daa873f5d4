import { createChances, TRAINING_SHOWS } from './chances.ts';
import { createSequenceModel, recordSequence, type SequenceModel } from './next-song.ts';
import type { TrainingData } from './training-data.ts';

export interface TrainedOdds {
  songs: string[];
  /** Each target show's chances in the order of `songs`. Typed arrays transfer quickly. */
  chances: Map<string, Float64Array>;
  sequenceModel: SequenceModel;
}

const WEIGHT_TRAINING_SHOWS = 60;
/** Older shows say little about which song follows which. */
const SEQUENCE_SHOWS = 400;

/** Histories differ if a show closed before its date. */
const MAX_HISTORIES = 3;

/** Each target uses only the shows before it. Histories keep the order of `targets`. */
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
  const chances = createChances();
  const recentShows = played.slice(-WEIGHT_TRAINING_SHOWS);
  const tables = new Map(recentShows.map((show) => [show, chances.describe(show)]));
  for (const [n, show] of played.entries()) {
    if (tables.has(show)) tables.set(show, chances.describe(show));
    chances.record(show, { isTrainingData: n >= played.length - TRAINING_SHOWS });
  }
  const sequenceModel = createSequenceModel();
  for (const show of played.slice(-SEQUENCE_SHOWS)) {
    const table = tables.get(show);
    recordSequence(sequenceModel, show, table && chances.forecast(table));
  }
  const songs = chances.songs();
  const targetChances = targets.map((target): [string, Float64Array] => {
    const forecast = chances.forecastShow(target);
    const chanceBySong = new Map(forecast.map(({ song, chance }) => [song, chance]));
    return [target.id, Float64Array.from(songs, (song) => chanceBySong.get(song) ?? 0)];
  });
  return { songs, chances: new Map(targetChances), sequenceModel };
}

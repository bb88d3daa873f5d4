import { createChances, TRAINING_SHOWS } from './chances.ts';
import { emptySequenceModel, recordSequence, type SequenceModel } from './next-song.ts';
import type { TrainingData } from './training-data.ts';

export interface TrainedOdds {
  songs: string[];
  /** Per night, in the order of `songs`. Typed arrays transfer quickly. */
  chances: Map<string, Float64Array>;
  running: SequenceModel;
}

const WEIGHT_TRAINING_SHOWS = 60;
/** Older shows say little about which song follows which. */
const SEQUENCE_SHOWS = 400;

/** Nights have different histories when a show closes before its date. */
const MAX_HISTORIES = 3;

/** Each night uses only the shows before it. Earlier nights in the list go first. */
export function trainShowByShow({ played, nights }: TrainingData): TrainedOdds[] {
  const nightsByHistory = new Map<number, TrainingData['nights'][number][]>();
  for (const night of nights) {
    const { playedBefore = played.length } = night;
    nightsByHistory.set(playedBefore, [...(nightsByHistory.get(playedBefore) ?? []), night]);
  }
  return [...nightsByHistory]
    .slice(0, MAX_HISTORIES)
    .map(([count, group]) => trainOdds({ played: played.slice(0, count), nights: group }));
}

/** Takes seconds for thousands of shows. */
export function trainOdds({ played, nights }: TrainingData): TrainedOdds {
  const chances = createChances();
  const recentShows = played.slice(-WEIGHT_TRAINING_SHOWS);
  const before = new Map(recentShows.map((night) => [night, chances.describe(night)]));
  for (const [n, night] of played.entries()) {
    if (before.has(night)) before.set(night, chances.describe(night));
    chances.record(night, { teaches: n >= played.length - TRAINING_SHOWS });
  }
  const running = emptySequenceModel();
  for (const night of played.slice(-SEQUENCE_SHOWS)) {
    const description = before.get(night);
    recordSequence(running, night, description && chances.judge(description));
  }
  const songs = chances.songs();
  const nightChances = nights.map((night): [string, Float64Array] => {
    const chanceOf = new Map(chances.on(night).map(({ song, chance }) => [song, chance]));
    return [night.id, Float64Array.from(songs, (song) => chanceOf.get(song) ?? 0)];
  });
  return { songs, chances: new Map(nightChances), running };
}

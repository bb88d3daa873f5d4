import { createChances, TRAINING_SHOWS } from './chances.ts';
import { noRunning, type Running, recordRunning } from './next-song.ts';
import type { TrainingData } from './training-data.ts';

export interface TrainedOdds {
  songs: string[];
  /** For each night asked for the songs' chances, in the order of `songs`: many numbers pass quickly. */
  chances: Map<string, Float64Array>;
  running: Running;
}

/** So many of the latest shows teach what speaks how much for a song to be next. */
const REHEARSED = 60;
/** Which song follows which is a thing of these years. */
const SHOWS_IN_ORDER = 400;

/** Where a closed show is dated ahead of others, they go by fewer shows: so often it is learnt for them. */
const MOST_BEGINNINGS = 3;

/**
 * The same where nights lie before shows that were played: each goes by what was played before it, as if
 * nothing else had been. Those that come first in the lesson are served first.
 */
export function trainShowByShow({ played, nights }: TrainingData): TrainedOdds[] {
  const its = new Map<number, TrainingData['nights'][number][]>();
  for (const night of nights) {
    const { playedBefore = played.length } = night;
    its.set(playedBefore, [...(its.get(playedBefore) ?? []), night]);
  }
  return [...its]
    .slice(0, MOST_BEGINNINGS)
    .map(([count, asked]) => trainOdds({ played: played.slice(0, count), nights: asked }));
}

/** Learns an archive from its beginning: seconds for thousands of shows. */
export function trainOdds({ played, nights }: TrainingData): TrainedOdds {
  const chances = createChances();
  const rehearsed = played.slice(-REHEARSED);
  const before = new Map(rehearsed.map((night) => [night, chances.describe(night)]));
  for (const [n, night] of played.entries()) {
    if (before.has(night)) before.set(night, chances.describe(night));
    chances.record(night, { teaches: n >= played.length - TRAINING_SHOWS });
  }
  const running = noRunning();
  for (const night of played.slice(-SHOWS_IN_ORDER)) {
    const description = before.get(night);
    recordRunning(running, night, description && chances.judge(description));
  }
  const songs = chances.songs();
  const asked = nights.map((night): [string, Float64Array] => {
    const chanceOf = new Map(chances.on(night).map(({ song, chance }) => [song, chance]));
    return [night.id, Float64Array.from(songs, (song) => chanceOf.get(song) ?? 0)];
  });
  return { songs, chances: new Map(asked), running };
}

import { bestList } from './best-list.ts';
import { createChances, SHOWS_LEARNT_FROM, type SongChance } from './chances.ts';
import type { Lesson } from './lesson.ts';
import { noRunning, type Running, recordRunning } from './next-song.ts';

export interface LearntOdds {
  /** How many shows it was learnt from. */
  learntFrom: number;
  /** For each night asked for, likeliest first. */
  chances: Map<string, SongChance[]>;
  /** For each night the prediction that can expect the most points. */
  lists: Map<string, string[]>;
  running: Running;
}

/** So many of the latest shows teach what speaks how much for a song to be next. */
const REHEARSED = 60;
/** Which song follows which is a thing of these years. */
const SHOWS_IN_ORDER = 400;

/** Learns an archive from its beginning: seconds for thousands of shows. */
export function learnOdds({ played, nights }: Lesson): LearntOdds {
  const chances = createChances();
  const rehearsed = played.slice(-REHEARSED);
  const before = new Map(rehearsed.map((night) => [night, chances.describe(night)]));
  for (const [n, night] of played.entries()) {
    if (before.has(night)) before.set(night, chances.describe(night));
    chances.record(night, { teaches: n >= played.length - SHOWS_LEARNT_FROM });
  }
  const running = noRunning();
  for (const night of played.slice(-SHOWS_IN_ORDER)) {
    const description = before.get(night);
    recordRunning(running, night, description && chances.judge(description));
  }
  const asked = new Map(nights.map((night) => [night.id, chances.on(night)]));
  return {
    learntFrom: played.length,
    chances: asked,
    lists: new Map([...asked].map(([id, songs]) => [id, bestList(songs, running.places)])),
    running,
  };
}

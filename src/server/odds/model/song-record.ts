/** Measured in shows, from the current tour to several years. */
export const HALF_LIVES = [4, 10, 25, 60, 150, 400] as const;

export const RECENT_SHOWS = 8;

/** Counts time in shows, not days, so that a winter break is not a gap. */
export interface SongRecord {
  /** Decayed plays per half-life, as of the show `last`. */
  decayedPlays: number[];
  first: number;
  last: number;
  playCount: number;
  /** Decayed sum of the gaps between plays, for `getAverageGap`. */
  gapSum: number;
  gapCount: number;
  /** Bit n is set if the song was played n shows before `last`. */
  recent: number;
}

export function createRecord(show: number): SongRecord {
  const decayedPlays = HALF_LIVES.map(() => 1);
  return { decayedPlays, first: show, last: show, playCount: 1, gapSum: 0, gapCount: 0, recent: 1 };
}

const GAP_DECAY = 0.9;

export function recordPlay(record: SongRecord, show: number): void {
  const gap = show - record.last;
  record.decayedPlays = HALF_LIVES.map(
    (halfLife, n) => (record.decayedPlays[n] ?? 0) * computeDecay(halfLife, gap) + 1,
  );
  record.gapSum = record.gapSum * GAP_DECAY + gap;
  record.gapCount = record.gapCount * GAP_DECAY + 1;
  record.recent = gap < 31 ? ((record.recent << gap) | 1) & 0xffff : 1;
  record.last = show;
  record.playCount += 1;
}

/** Returns a rate between 0 and 1, exclusive. `n` is the index of a half-life. */
export function playRate(record: SongRecord, n: number, show: number): number {
  const halfLife = HALF_LIVES[n] ?? 1;
  const gap = show - record.last;
  const plays = (record.decayedPlays[n] ?? 0) * computeDecay(halfLife, gap - 1);
  return Math.min(0.97, (plays + 0.02) / (countDecayedShows(halfLife, show) + 1));
}

/** Returns a high value for a song with few plays. */
export function getAverageGap({ gapSum, gapCount }: SongRecord): number {
  return (gapSum + 20) / (gapCount + 1);
}

/** Returns 0 or 1. `ago` counts from 1. */
export function wasPlayed({ recent, last }: SongRecord, show: number, ago: number): number {
  const bit = ago - (show - last);
  return bit < 0 ? 0 : (recent >> bit) & 1;
}

function computeDecay(halfLife: number, shows: number): number {
  return 0.5 ** (shows / halfLife);
}

function countDecayedShows(halfLife: number, show: number): number {
  const factor = computeDecay(halfLife, 1);
  return (1 - factor ** show) / (1 - factor);
}

/** In shows. The shortest covers the current tour, the longest several years. */
export const HALF_LIVES = [4, 10, 25, 60, 150, 400] as const;

export const RECENT_SHOWS = 8;

/** Counts time in shows, not days, so that a winter break is not a gap. */
export interface SongRecord {
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
  record.decayedPlays = record.decayedPlays.map((plays, n) => plays * getDecay(n, gap) + 1);
  record.gapSum = record.gapSum * GAP_DECAY + gap;
  record.gapCount = record.gapCount * GAP_DECAY + 1;
  record.recent = gap < 31 ? ((record.recent << gap) | 1) & 0xffff : 1;
  record.last = show;
  record.playCount += 1;
}

/** Returns a rate between 0 and 1, exclusive. `n` is the index of a half-life. */
export function getPlayRate(record: SongRecord, n: number, show: number): number {
  const plays = (record.decayedPlays[n] ?? 0) * getDecay(n, show - record.last - 1);
  const decayedShows = (1 - getDecay(n, show)) / (1 - getDecay(n, 1));
  return Math.min(0.97, (plays + 0.02) / (decayedShows + 1));
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

/** Precomputed, because computing powers would take a sixth of the training time. */
const DECAYS = HALF_LIVES.map((halfLife) =>
  Float64Array.from({ length: 4_000 }, (_, shows) => 0.5 ** (shows / halfLife)),
);

function getDecay(n: number, shows: number): number {
  return DECAYS[n]?.[shows] ?? 0.5 ** (shows / (HALF_LIVES[n] ?? 1));
}

/** In shows, from the current tour to several years. */
export const HALF_LIVES = [4, 10, 25, 60, 150, 400] as const;

export const SHOWS_REMEMBERED = 8;

/** Counts shows, not days, so that a winter break is not a gap. */
export interface SongRecord {
  /** Decayed plays per half-life, as of the show `last`. */
  faded: number[];
  first: number;
  last: number;
  plays: number;
  /** Decayed, for `usualGap`. */
  gaps: number;
  gapCount: number;
  /** Bit n: played n shows before `last`. */
  recent: number;
}

export function firstPlay(show: number): SongRecord {
  const faded = HALF_LIVES.map(() => 1);
  return { faded, first: show, last: show, plays: 1, gaps: 0, gapCount: 0, recent: 1 };
}

const GAP_DECAY = 0.9;

export function playAgain(record: SongRecord, show: number): void {
  const gap = show - record.last;
  record.faded = HALF_LIVES.map((half, n) => (record.faded[n] ?? 0) * fade(half, gap) + 1);
  record.gaps = record.gaps * GAP_DECAY + gap;
  record.gapCount = record.gapCount * GAP_DECAY + 1;
  record.recent = gap < 31 ? ((record.recent << gap) | 1) & 0xffff : 1;
  record.last = show;
  record.plays += 1;
}

/** `n` is the index of a half-life. Never 0 or 1. */
export function rateOf(record: SongRecord, n: number, show: number): number {
  const half = HALF_LIVES[n] ?? 1;
  const since = show - record.last;
  const plays = (record.faded[n] ?? 0) * fade(half, since - 1);
  return Math.min(0.97, (plays + 0.02) / (showsFaded(half, show) + 1));
}

/** High for a new song. */
export function usualGap({ gaps, gapCount }: SongRecord): number {
  return (gaps + 20) / (gapCount + 1);
}

/** Returns 0 or 1. `ago` counts from 1. */
export function wasPlayed({ recent, last }: SongRecord, show: number, ago: number): number {
  const bit = ago - (show - last);
  return bit < 0 ? 0 : (recent >> bit) & 1;
}

function fade(half: number, shows: number): number {
  return 0.5 ** (shows / half);
}

function showsFaded(half: number, show: number): number {
  const keep = fade(half, 1);
  return (1 - keep ** show) / (1 - keep);
}

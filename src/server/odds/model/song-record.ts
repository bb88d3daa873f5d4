/** After how many shows a play counts half, from what happens on this tour to what is kept for years. */
export const HALF_LIVES = [4, 10, 25, 60, 150, 400] as const;

/** How many of the latest shows are remembered one by one. */
export const SHOWS_REMEMBERED = 8;

/** What the shows so far say of one song. Shows are counted, so that a winter without any is no gap. */
export interface SongRecord {
  /** For each half-life, the plays as they counted at the show `last`. */
  faded: number[];
  first: number;
  last: number;
  plays: number;
  /** Faded sums, for the usual number of shows from one play to the next. */
  gaps: number;
  gapCount: number;
  /** Bit n: whether it was played n shows before `last`. */
  recent: number;
}

export function firstPlay(show: number): SongRecord {
  const faded = HALF_LIVES.map(() => 1);
  return { faded, first: show, last: show, plays: 1, gaps: 0, gapCount: 0, recent: 1 };
}

const NEWER_GAPS = 0.9;

export function playAgain(record: SongRecord, show: number): void {
  const gap = show - record.last;
  record.faded = HALF_LIVES.map((half, n) => (record.faded[n] ?? 0) * fade(half, gap) + 1);
  record.gaps = record.gaps * NEWER_GAPS + gap;
  record.gapCount = record.gapCount * NEWER_GAPS + 1;
  record.recent = gap < 31 ? ((record.recent << gap) | 1) & 0xffff : 1;
  record.last = show;
  record.plays += 1;
}

/** Share of the shows before `show` with this song, by the half-life; never 0 nor 1. */
export function rateOf(record: SongRecord, n: number, show: number): number {
  const half = HALF_LIVES[n] ?? 1;
  const since = show - record.last;
  const plays = (record.faded[n] ?? 0) * fade(half, since - 1);
  return Math.min(0.97, (plays + 0.02) / (showsFaded(half, show) + 1));
}

/** The usual number of shows between two plays; far for a song that is new. */
export function usualGap({ gaps, gapCount }: SongRecord): number {
  return (gaps + 20) / (gapCount + 1);
}

/** Whether it was played that many shows ago, from 1. */
export function wasPlayed({ recent, last }: SongRecord, show: number, ago: number): number {
  const bit = ago - (show - last);
  return bit < 0 ? 0 : (recent >> bit) & 1;
}

function fade(half: number, shows: number): number {
  return 0.5 ** (shows / half);
}

/** As many shows as there were before this one, faded. */
function showsFaded(half: number, show: number): number {
  const keep = fade(half, 1);
  return (1 - keep ** show) / (1 - keep);
}

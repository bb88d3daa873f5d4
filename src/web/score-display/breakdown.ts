import type { PredictionSong } from '#contract/predictions.ts';
import { indexSetlist, type Outcome, scorePicks } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { missedText } from '#contract/shows.ts';

export interface BreakdownRow {
  position: number;
  title: string;
  points: number;
  /** What was really played at that place; null where nothing was, or not yet. */
  actual: string | null;
  result: Result;
}

export type Result = (typeof RESULTS)[keyof typeof RESULTS] | ReturnType<typeof missedText>;

type BreakdownOf = { songs: readonly PredictionSong[]; show: { status: string } };

/** The scorecard's rows, in the order of the picks, scored by the setlist as far as it goes. */
export function breakdownOf(
  { songs: picks, show }: BreakdownOf,
  setlist: readonly SetlistEntry[],
): BreakdownRow[] {
  const titles = new Map(picks.map(({ id, title }) => [id, title]));
  const played = new Map(setlist.map(({ position, song }) => [position, song.title]));
  return scoredPicks(picks, setlist).map(({ songId, position, outcome, points }) => ({
    position,
    title: titles.get(songId) ?? '',
    points,
    actual: played.get(position) ?? null,
    result: outcome === 'Not played' ? missedText(show) : RESULTS[outcome],
  }));
}

/** A prediction's picks with what each is worth, first pick first. */
export function scoredPicks(picks: readonly PredictionSong[], setlist: readonly SetlistEntry[]) {
  const asPicks = picks.map(({ id, position }) => ({ songId: id, position }));
  return scorePicks(asPicks, indexSetlist(setlist)).sort((a, b) => a.position - b.position);
}

/** The badges' words. */
const RESULTS = {
  Opener: 'Opener',
  Closer: 'Closer',
  'Correct spot': 'Correct',
  'Wrong spot': 'Wrong',
} as const satisfies Record<Exclude<Outcome, 'Not played'>, string>;

/** The points so far of a prediction that has none yet: by the same rules as the stored ones. */
export function pointsSoFar(rows: readonly { points: number }[]): number {
  return rows.reduce((sum, { points }) => sum + points, 0);
}

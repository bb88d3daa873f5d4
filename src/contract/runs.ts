import { DAY } from './durations.ts';
import { identityKey } from './text.ts';

export interface RunShow {
  venue: string | null;
  city: string;
  /** The date at the venue, as '2026-11-27'. */
  day: string;
}

/** A run is two or more shows at a venue on consecutive days. Latest run first. */
export function findRuns<Show extends RunShow>(shows: readonly Show[]): Show[][] {
  const runs: Show[][] = [];
  const lastRuns = new Map<string, Show[]>();
  for (const show of shows.toSorted(compareDays)) {
    if (show.venue === null) continue;
    const place = `${identityKey(show.venue)}\n${identityKey(show.city)}`;
    const run = lastRuns.get(place);
    const lastDay = run?.at(-1)?.day;
    if (run && lastDay && Date.parse(show.day) - Date.parse(lastDay) <= DAY) {
      run.push(show);
      continue;
    }
    const newRun = [show];
    lastRuns.set(place, newRun);
    runs.push(newRun);
  }
  const lastDay = (run: readonly Show[]) => run.at(-1)?.day ?? '';
  return runs.filter(({ length }) => length > 1).sort((a, b) => (lastDay(a) < lastDay(b) ? 1 : -1));
}

function compareDays(a: RunShow, b: RunShow): number {
  return a.day < b.day ? -1 : Number(a.day > b.day);
}

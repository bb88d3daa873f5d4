import type { SetlistEntry } from '#contract/setlists.ts';

/** Labels to choose from: the usual ones, and whatever this setlist uses besides. */
export function labelsFor(rows: readonly SetlistEntry[]): string[] {
  const used = rows.flatMap(({ setLabel }) => setLabel ?? []);
  return [...new Set([...USUAL_LABELS, ...used])];
}

/** What the next song is most likely part of: the set of the row it follows. */
export function labelAfter(previous: Pick<SetlistEntry, 'setLabel'> | undefined): string {
  return previous ? (previous.setLabel ?? '') : FIRST_LABEL;
}

const FIRST_LABEL = 'Set 1';
const USUAL_LABELS = [FIRST_LABEL, 'Set 2', 'Set 3', 'Encore', 'Encore 2'];

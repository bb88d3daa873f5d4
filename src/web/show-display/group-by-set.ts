import type { SetlistEntry } from '#contract/setlists.ts';

/** Each row with a new label starts a set. */
export function groupBySet(rows: readonly SetlistEntry[]): [SetlistEntry, ...SetlistEntry[]][] {
  const sets: [SetlistEntry, ...SetlistEntry[]][] = [];
  for (const [index, entry] of rows.entries()) {
    const set = sets.at(-1);
    const { setLabel } = entry;
    if (set && (!setLabel || setLabel === rows[index - 1]?.setLabel)) set.push(entry);
    else sets.push([entry]);
  }
  return sets;
}

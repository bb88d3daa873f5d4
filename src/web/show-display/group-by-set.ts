import type { SetlistEntry } from '#contract/setlists.ts';

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

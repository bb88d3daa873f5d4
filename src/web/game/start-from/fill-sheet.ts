import { MAX_PICKS } from '#contract/predictions.ts';

/** Adds songs below the current ones until the sheet is full. Preferred songs come before others. */
export function fillSheet(
  current: readonly string[],
  songIds: readonly string[],
  preferred: ReadonlySet<string>,
): string[] {
  const newSongs = [...new Set(songIds)].filter((id) => !current.includes(id));
  const space = Math.max(0, MAX_PICKS - current.length);
  const preferredSongs = newSongs.filter((id) => preferred.has(id)).slice(0, space);
  const otherSongs = newSongs
    .filter((id) => !preferred.has(id))
    .slice(0, space - preferredSongs.length);
  const added = new Set([...preferredSongs, ...otherSongs]);
  return [...current, ...newSongs.filter((id) => added.has(id))];
}

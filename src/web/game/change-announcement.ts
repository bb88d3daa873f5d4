import { MAX_PICKS } from '#contract/predictions.ts';
import type { DraftChange } from './draft.ts';

/** What a screen reader says after a change; `songIds` is the list as it is now. */
export function changeAnnouncement(
  change: DraftChange,
  songIds: readonly string[],
  titleOf: (songId: string) => string,
): string {
  const count = `${songIds.length} / ${MAX_PICKS} songs selected.`;
  if (change.type === 'replace') return count;
  const title = titleOf(change.songId);
  const place = `number ${songIds.indexOf(change.songId) + 1}`;
  if (change.type === 'remove') return `${title} removed. ${count}`;
  if (change.type === 'add') return `${title} added as ${place}. ${count}`;
  return `${title} is now ${place} of ${songIds.length}.`;
}

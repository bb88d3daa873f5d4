import type { StoredDraft } from './draft-storage.ts';

export interface OpenedDraft {
  songIds: readonly string[];
  /** A draft that was begun from something else than what is saved now: offered, not put in. */
  other: readonly string[] | null;
  /** When the list was kept as a draft; null where it is what is saved. */
  savedAt: number | null;
}

/**
 * What the sheet begins with: the kept draft where it was begun from what is saved now (`saved`; no
 * songs for a new prediction), else what is saved. So a draft from before a change made on another
 * device never overwrites that change by itself, and is not lost either.
 */
export function openDraft(kept: StoredDraft | null, saved: readonly string[]): OpenedDraft {
  if (!kept || isSameList(kept.songIds, saved)) {
    return { songIds: saved, other: null, savedAt: null };
  }
  if (isSameList(kept.base, saved)) {
    return { songIds: kept.songIds, other: null, savedAt: kept.savedAt };
  }
  const other = kept.songIds.length > 0 ? kept.songIds : null;
  return { songIds: saved, other, savedAt: null };
}

export function isSameList(one: readonly string[], two: readonly string[]): boolean {
  return one.length === two.length && one.every((id, place) => id === two[place]);
}

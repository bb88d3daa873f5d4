import { MAX_PICKS } from '#contract/predictions.ts';
import type { StoredDraft } from './draft-storage.ts';

export type DraftChange =
  | { type: 'add' | 'remove'; songId: string }
  /** `to` is a zero-based index, clamped to the list. */
  | { type: 'move'; songId: string; to: number }
  | { type: 'replace'; songIds: readonly string[] };

/** A change that does nothing returns the same list. */
export function changeDraft(draft: readonly string[], change: DraftChange): readonly string[] {
  switch (change.type) {
    case 'add':
      return canAdd(draft, change.songId) ? [...draft, change.songId] : draft;
    case 'remove':
      return draft.includes(change.songId) ? without(draft, change.songId) : draft;
    case 'move':
      return moved(draft, change.songId, change.to);
    case 'replace':
      return [...new Set(change.songIds)].slice(0, MAX_PICKS);
  }
}

export function isFull(draft: readonly string[]): boolean {
  return draft.length >= MAX_PICKS;
}

function canAdd(draft: readonly string[], songId: string): boolean {
  return !isFull(draft) && !draft.includes(songId);
}

function without(draft: readonly string[], songId: string): string[] {
  return draft.filter((id) => id !== songId);
}

function moved(draft: readonly string[], songId: string, to: number): readonly string[] {
  const from = draft.indexOf(songId);
  const place = Math.max(0, Math.min(to, draft.length - 1));
  if (from < 0 || from === place) return draft;
  return without(draft, songId).toSpliced(place, 0, songId);
}

export interface OpenedDraft {
  songIds: readonly string[];
  /** A draft based on an older saved list. */
  other: readonly string[] | null;
  /** Null if `songIds` is the saved list. */
  savedAt: number | null;
}

/** An outdated draft must neither overwrite a change from another device nor be lost. */
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

import { MAX_PICKS } from '#contract/predictions.ts';
import type { StoredDraft } from './draft-storage.ts';

export type DraftChange =
  | { type: 'add' | 'remove'; songId: string }
  /** `to` is a zero-based index, clamped to the list. */
  | { type: 'move'; songId: string; to: number }
  | { type: 'replace'; songIds: readonly string[]; isSurprise?: boolean | undefined };

/** Returns the same list if the change has no effect. */
export function changeDraft(draft: readonly string[], change: DraftChange): readonly string[] {
  switch (change.type) {
    case 'add':
      return canAdd(draft, change.songId) ? [...draft, change.songId] : draft;
    case 'remove':
      return draft.includes(change.songId) ? removeSong(draft, change.songId) : draft;
    case 'move':
      return moveSong(draft, change.songId, change.to);
    case 'replace':
      return [...new Set(change.songIds)].slice(0, MAX_PICKS);
  }
}

export const SHEET_FULL = `Maximum of ${MAX_PICKS} songs reached`;

export function isFull(draft: readonly string[]): boolean {
  return draft.length >= MAX_PICKS;
}

function canAdd(draft: readonly string[], songId: string): boolean {
  return !isFull(draft) && !draft.includes(songId);
}

function removeSong(draft: readonly string[], songId: string): string[] {
  return draft.filter((id) => id !== songId);
}

function moveSong(draft: readonly string[], songId: string, to: number): readonly string[] {
  const fromIndex = draft.indexOf(songId);
  const index = Math.max(0, Math.min(to, draft.length - 1));
  if (fromIndex < 0 || fromIndex === index) return draft;
  return removeSong(draft, songId).toSpliced(index, 0, songId);
}

/** Whether the list is exactly what 'Surprise me' last made. */
export function isUntouched(
  songIds: readonly string[],
  surprise: readonly string[] | undefined,
): boolean {
  return surprise ? isSameList(songIds, surprise) : false;
}

export interface OpenedDraft {
  songIds: readonly string[];
  /** The songs of a draft that is based on an older saved list, or differs from a linked sheet. */
  outdatedSongIds: readonly string[] | null;
  /** Null if `songIds` is the saved list. */
  savedAt: number | null;
}

/** Neither an outdated draft nor a sheet from a link may overwrite other work or lose it. */
export function openDraft(
  storedDraft: StoredDraft | null,
  savedSongIds: readonly string[],
  linkedSongIds: readonly string[] | null = null,
): OpenedDraft {
  if (linkedSongIds) return openLinkedSheet(storedDraft, linkedSongIds);
  if (!storedDraft || isSameList(storedDraft.songIds, savedSongIds)) {
    return { songIds: savedSongIds, outdatedSongIds: null, savedAt: null };
  }
  if (isSameList(storedDraft.base, savedSongIds)) {
    return { songIds: storedDraft.songIds, outdatedSongIds: null, savedAt: storedDraft.savedAt };
  }
  const outdatedSongIds = storedDraft.songIds.length > 0 ? storedDraft.songIds : null;
  return { songIds: savedSongIds, outdatedSongIds, savedAt: null };
}

function openLinkedSheet(storedDraft: StoredDraft | null, songIds: readonly string[]): OpenedDraft {
  const { songIds: storedSongIds, savedAt } = storedDraft ?? { songIds: [], savedAt: null };
  if (isSameList(storedSongIds, songIds)) return { songIds, outdatedSongIds: null, savedAt };
  const outdatedSongIds = storedSongIds.length > 0 ? storedSongIds : null;
  return { songIds, outdatedSongIds, savedAt: null };
}

export function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

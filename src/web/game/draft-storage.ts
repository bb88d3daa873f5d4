import { MAX_PICKS } from '#contract/predictions.ts';
import { buildAccountKey, VISITOR } from '#web/session/use-user.ts';
import { getFirstRender } from '#web/ui/loading/first-render.ts';

export interface StoredDraft {
  songIds: string[];
  /** The saved prediction's songs when the draft started; empty for a new prediction. */
  base: string[];
  surprise?: string[] | undefined;
  /** In Unix milliseconds, by the server's clock. */
  savedAt: number;
}

export interface DraftOwner {
  userId: string;
  showId: string;
}

/** Returns null in the first render, because the server can't read the device's drafts. */
export function readDraft(owner: DraftOwner): StoredDraft | null {
  if (getFirstRender()) return null;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(buildStorageKey(owner)) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns false if storage is unavailable or full. */
export function saveDraft(owner: DraftOwner, draft: StoredDraft): boolean {
  try {
    localStorage.setItem(buildStorageKey(owner), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Returns the latest one. Visitors fill in one sheet, for the next show. */
export function findVisitorSheet(): { showId: string; songIds: string[] } | null {
  const prefix = buildStorageKey({ userId: VISITOR, showId: '' });
  try {
    const [sheet] = Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const showId = key.slice(prefix.length);
        const draft = readDraft({ userId: VISITOR, showId });
        return draft && draft.songIds.length > 0 ? [{ ...draft, showId }] : [];
      })
      .toSorted((a, b) => b.savedAt - a.savedAt);
    return sheet ?? null;
  } catch {
    return null;
  }
}

export function deleteDraft(owner: DraftOwner): void {
  try {
    localStorage.removeItem(buildStorageKey(owner));
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { songIds, base, surprise, savedAt }: Partial<Record<keyof StoredDraft, unknown>> = value;
  return (
    isStringArray(songIds) &&
    songIds.length <= MAX_PICKS &&
    isStringArray(base) &&
    (surprise === undefined || isStringArray(surprise)) &&
    typeof savedAt === 'number'
  );
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function buildStorageKey({ userId, showId }: DraftOwner): string {
  return buildAccountKey('draft', userId, showId);
}

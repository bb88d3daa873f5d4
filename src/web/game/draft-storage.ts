import { MAX_PICKS } from '#contract/predictions.ts';
import { accountKey } from '#web/session/use-user.ts';

export interface StoredDraft {
  songIds: string[];
  /** The saved prediction's songs when the draft started; empty for a new prediction. */
  base: string[];
  /** Milliseconds since 1970, by the server's clock. */
  savedAt: number;
}

export interface DraftOwner {
  userId: string;
  showId: string;
}

export function readDraft(owner: DraftOwner): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null');
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Returns false if storage is unavailable or full. */
export function saveDraft(owner: DraftOwner, draft: StoredDraft): boolean {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(owner: DraftOwner): void {
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

function isDraft(kept: unknown): kept is StoredDraft {
  if (typeof kept !== 'object' || kept === null) return false;
  const { songIds, base, savedAt }: Partial<Record<keyof StoredDraft, unknown>> = kept;
  return (
    isTexts(songIds) && songIds.length <= MAX_PICKS && isTexts(base) && typeof savedAt === 'number'
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function keyOf({ userId, showId }: DraftOwner): string {
  return accountKey('draft', userId, showId);
}

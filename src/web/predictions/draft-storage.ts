import { z } from 'zod';
import { MAX_PICKS } from '#contract/predictions.ts';

const storedDraft = z.object({
  songIds: z.array(z.string()).max(MAX_PICKS),
  /** The saved prediction's songs when the draft was begun; none for a new prediction. */
  base: z.array(z.string()),
  /** Milliseconds since 1970, by the server's clock. */
  savedAt: z.number(),
});
export type StoredDraft = z.output<typeof storedDraft>;

export interface DraftOwner {
  userId: string;
  showId: string;
}

/** What is kept on this device for a person's draft of a show; null where nothing usable is. */
export function readDraft(owner: DraftOwner): StoredDraft | null {
  try {
    const parsed = storedDraft.safeParse(JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether the draft could be kept: storage may be forbidden, or full. */
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
    // Storage is forbidden, so there is nothing in it.
  }
}

/** Everything under `called-it:` belongs to who is signed in and goes with a logout. */
function keyOf({ userId, showId }: DraftOwner): string {
  return `called-it:draft:${userId}:${showId}`;
}

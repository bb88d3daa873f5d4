import { useState } from 'react';
import { accountKey, useUser } from '#web/session/use-user.ts';

/** What is chosen and typed for the next row; without `setLabel` it is that of the row before. */
export interface EntryDraft {
  songId: string | null;
  isCloser: boolean;
  notes: string;
  setLabel?: string;
}

export const EMPTY_ENTRY: EntryDraft = { songId: null, isCloser: false, notes: '' };

/**
 * The row that is being entered, kept on this device until it is on its way. What was begun before
 * a show was chosen is for the one that is chosen then, by hand or because it went live.
 */
export function useEntryDraft(showId: string | undefined) {
  const key = accountKey('setlist-entry', useUser().id);
  const [kept, setKept] = useState(() => readKept(key));
  const isOfThisShow = kept.showId === undefined || kept.showId === showId;
  return {
    draft: isOfThisShow ? kept.draft : EMPTY_ENTRY,
    setDraft(draft: EntryDraft) {
      const next = { showId, draft };
      setKept(next);
      keep(key, next);
    },
  };
}

interface Kept {
  showId?: string | undefined;
  draft: EntryDraft;
}

function readKept(key: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? { draft: EMPTY_ENTRY };
  } catch {
    return { draft: EMPTY_ENTRY };
  }
}

function keep(key: string, kept: Kept): void {
  try {
    if (kept.draft === EMPTY_ENTRY) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is forbidden or full: the form itself still holds it.
  }
}

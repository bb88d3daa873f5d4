import { useState } from 'react';
import { buildAccountKey, useUser } from '#web/session/use-user.ts';

/** Without a `setLabel`, the previous row's label applies. */
export interface EntryDraft {
  songId: string | null;
  isCloser: boolean;
  notes: string;
  setLabel?: string;
}

export const EMPTY_ENTRY: EntryDraft = { songId: null, isCloser: false, notes: '' };

/** A draft started without a show belongs to the next show that is selected. */
export function useEntryDraft(showId: string | undefined) {
  const key = buildAccountKey('setlist-entry', useUser().id);
  const [stored, setStored] = useState(() => readStored(key));
  const isForThisShow = stored.showId === undefined || stored.showId === showId;
  return {
    draft: isForThisShow ? stored.draft : EMPTY_ENTRY,
    setDraft(draft: EntryDraft) {
      const newDraft = { showId, draft };
      setStored(newDraft);
      store(key, newDraft);
    },
  };
}

interface StoredDraft {
  showId?: string | undefined;
  draft: EntryDraft;
}

function readStored(key: string): StoredDraft {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? { draft: EMPTY_ENTRY };
  } catch {
    return { draft: EMPTY_ENTRY };
  }
}

function store(key: string, stored: StoredDraft): void {
  try {
    if (stored.draft === EMPTY_ENTRY) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Storage is blocked or full. The component state still has the draft.
  }
}

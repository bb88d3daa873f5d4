import { useState } from 'react';
import { serverNow } from '#web/time/server-clock.ts';
import { changeDraft, type DraftChange, isSameList, isUntouched, openDraft } from './draft.ts';
import { type DraftOwner, deleteDraft, readDraft, saveDraft } from './draft-storage.ts';

export type DraftStatus =
  | { state: 'none' }
  | { state: 'saved'; savedAt: number }
  | { state: 'failed' };

export type Draft = ReturnType<typeof useDraft>;

type DraftOptions = {
  owner: DraftOwner;
  /** Only the first value is used. */
  savedSongIds: readonly string[];
  /** Overrides a draft on this device. Only the first value is used. */
  linkedSongIds?: readonly string[] | null;
  /** Only the first value is used. */
  linkedSurprise?: readonly string[] | undefined;
  songExists: (songId: string) => boolean;
};

export function useDraft({ owner, savedSongIds, songExists, ...linked }: DraftOptions) {
  const [base] = useState(savedSongIds);
  const [storedDraft] = useState(() => readDraft(owner));
  const [initialDraft] = useState(() => openDraft(storedDraft, base, linked.linkedSongIds));
  const [surprise, setSurprise] = useState<readonly string[] | undefined>(
    linked.linkedSurprise ?? storedDraft?.surprise,
  );
  const [list, setList] = useState(initialDraft.songIds);
  // A song may have been deleted since it was picked.
  const songIds = list.every(songExists) ? list : list.filter(songExists);
  const [lastAdded, setLastAdded] = useState<string | null>(null);
  const [replacedSongIds, setReplaced] = useState<readonly string[] | null>(null);
  const [outdatedSongIds, setOutdatedSongIds] = useState(initialDraft.outdatedSongIds);
  const [status, setStatus] = useState<DraftStatus>(
    initialDraft.savedAt === null
      ? { state: 'none' }
      : { state: 'saved', savedAt: initialDraft.savedAt },
  );

  return {
    songIds,
    lastAdded,
    status,
    isChanged: !isSameList(songIds, base),
    isSurprise: isUntouched(songIds, surprise),
    outdatedSongIds,
    /** Null if the current list is the replaced one. */
    replacedSongIds:
      replacedSongIds && !isSameList(replacedSongIds, songIds) ? replacedSongIds : null,
    change,
    /** Stores a list that was not changed since it was opened from a link. */
    save: () => setStatus(store(songIds, surprise)),
    undoChanges: () => change({ type: 'replace', songIds: base }),
    bringBack() {
      if (replacedSongIds) change({ type: 'replace', songIds: replacedSongIds });
    },
    restoreOutdated() {
      if (outdatedSongIds) change({ type: 'replace', songIds: outdatedSongIds });
      setOutdatedSongIds(null);
    },
    discardOutdated() {
      setStatus(store(songIds, surprise));
      setOutdatedSongIds(null);
    },
  };

  function change(draftChange: DraftChange): readonly string[] {
    const next = changeDraft(songIds, draftChange);
    if (next === songIds) return songIds;
    setList(next);
    if (draftChange.type === 'replace') setReplaced(songIds);
    const isSurprise = draftChange.type === 'replace' && draftChange.isSurprise;
    const nextSurprise = isSurprise ? next : surprise;
    setSurprise(nextSurprise);
    setLastAdded(draftChange.type === 'add' ? draftChange.songId : null);
    setStatus(store(next, nextSurprise));
    return next;
  }

  function store(
    next: readonly string[],
    nextSurprise: readonly string[] | undefined,
  ): DraftStatus {
    if (isSameList(next, base)) {
      deleteDraft(owner);
      return { state: 'none' };
    }
    const savedAt = serverNow();
    const isSaved = saveDraft(owner, {
      ...{ songIds: [...next], base: [...base], savedAt },
      surprise: nextSurprise && [...nextSurprise],
    });
    return isSaved ? { state: 'saved', savedAt } : { state: 'failed' };
  }
}

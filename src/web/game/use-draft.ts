import { useState } from 'react';
import { serverNow } from '#web/time/server-clock.ts';
import { changeDraft, type DraftChange, isSameList, openDraft } from './draft.ts';
import { type DraftOwner, forgetDraft, readDraft, saveDraft } from './draft-storage.ts';

/** Whether and when the list was saved on this device. */
export type Keeping =
  | { state: 'nothing to keep' }
  | { state: 'kept'; at: number }
  | { state: 'not kept' };

/** Stores the list on this device after every change. Only the first value of `saved` is used. */
export function useDraft(
  owner: DraftOwner,
  saved: readonly string[],
  isKnown: (songId: string) => boolean,
) {
  const [base] = useState(saved);
  const [opened] = useState(() => openDraft(readDraft(owner), base));
  const [list, setList] = useState(opened.songIds);
  // A song may have been deleted since it was chosen.
  const songIds = list.every(isKnown) ? list : list.filter(isKnown);
  const [lastAdded, setLastAdded] = useState<string | null>(null);
  const [other, setOther] = useState(opened.other);
  const [keeping, setKeeping] = useState<Keeping>(
    opened.savedAt === null ? { state: 'nothing to keep' } : { state: 'kept', at: opened.savedAt },
  );

  return {
    songIds,
    lastAdded,
    keeping,
    isChanged: !isSameList(songIds, base),
    other,
    change,
    undoChanges: () => change({ type: 'replace', songIds: base }),
    takeOther() {
      if (other) change({ type: 'replace', songIds: other });
      setOther(null);
    },
    discardOther() {
      if (isSameList(songIds, base)) forgetDraft(owner);
      setOther(null);
    },
  };

  function change(wanted: DraftChange): readonly string[] {
    const next = changeDraft(songIds, wanted);
    if (next === songIds) return songIds;
    setList(next);
    setLastAdded(wanted.type === 'add' ? wanted.songId : null);
    setKeeping(keep(next));
    return next;
  }

  function keep(next: readonly string[]): Keeping {
    if (isSameList(next, base)) {
      forgetDraft(owner);
      return { state: 'nothing to keep' };
    }
    const at = serverNow();
    const isKept = saveDraft(owner, { songIds: [...next], base: [...base], savedAt: at });
    return isKept ? { state: 'kept', at } : { state: 'not kept' };
  }
}

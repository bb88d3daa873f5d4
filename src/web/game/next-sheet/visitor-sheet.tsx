import { useEffect, useState } from 'react';
import type { NextSheet } from '#contract/next-sheet.ts';
import { VISITOR } from '#web/session/use-user.ts';
import { deleteDraft } from '../draft-storage.ts';
import { SheetEditor } from '../sheet-editor.tsx';
import { useDraft } from '../use-draft.ts';
import { useTitles } from '../use-titles.ts';
import { CopyLink } from './copy-link.tsx';
import { readIncomingSheet, useSheetInUrl } from './incoming-sheet.ts';
import { SheetNote } from './sheet-note.tsx';

export type NextShowProps = { show: NonNullable<NextSheet['show']>; songs: NextSheet['songs'] };

type VisitorSheetProps = NextShowProps & { onSubmit: () => void };

export function VisitorSheet({ show, songs, onSubmit }: VisitorSheetProps) {
  const [sheet] = useState(readIncomingSheet);
  const titles = useTitles(songs);
  const songExists = (id: string) => titles.has(id);
  const draft = useDraft({
    owner: { userId: VISITOR, showId: show.id },
    savedSongIds: [],
    linkedSongIds: sheet?.songIds.filter(songExists) ?? null,
    songExists,
  });
  const isForAnotherShow = sheet !== null && sheet.showId !== show.id;
  useSheetInUrl(show.id, draft.songIds);

  // Also stores a sheet from a link on this device, unless it would replace another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (!sheet || draft.outdatedSongIds) return;
    draft.save();
    if (isForAnotherShow) deleteDraft({ userId: VISITOR, showId: sheet.showId });
  }, []);

  function submit() {
    draft.save();
    onSubmit();
  }

  return (
    <>
      <SheetNote isForAnotherShow={isForAnotherShow}>No account needed until you submit.</SheetNote>
      <SheetEditor
        {...{ show, songs, titles, draft }}
        editing={null}
        submission={{ submit, isPending: false, isUnsent: false }}
        shownSheet="the sheet from the link"
        tools={draft.songIds.length > 0 && <CopyLink />}
      />
    </>
  );
}

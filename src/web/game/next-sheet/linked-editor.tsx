import { useEffect, useState } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { useUser, VISITOR } from '#web/session/use-user.ts';
import { readDraft } from '../draft-storage.ts';
import { SheetEditor } from '../sheet-editor.tsx';
import { useDraft } from '../use-draft.ts';
import { useSubmitPrediction } from '../use-submit-prediction.ts';
import { useTitles } from '../use-titles.ts';
import { useSheetInUrl } from './incoming-sheet.ts';
import { SheetNote } from './sheet-note.tsx';
import type { NextShowProps } from './visitor-sheet.tsx';

type LinkedEditorProps = NextShowProps & {
  songIds: readonly string[];
  isForAnotherShow: boolean;
  editing: Prediction | null;
  submitOnLoad: boolean;
};

export function LinkedEditor({ show, songs, songIds, editing, ...props }: LinkedEditorProps) {
  const owner = { userId: useUser().id, showId: show.id };
  const titles = useTitles(songs, editing?.songs);
  const [visitorDraft] = useState(() => readDraft({ ...owner, userId: VISITOR }));
  const draft = useDraft({
    owner,
    savedSongIds: editing?.songs.map(({ id }) => id) ?? [],
    linkedSongIds: songIds,
    linkedSurprise: visitorDraft?.surprise,
    songExists: (id) => titles.has(id),
  });
  const { submit: send, ...submission } = useSubmitPrediction(owner, editing);
  useSheetInUrl(show.id, draft.songIds);

  function submit(pickedSongIds: string[], isSurprise: boolean) {
    // While offline, the stored draft is sent later.
    draft.save();
    send(pickedSongIds, isSurprise);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (!props.submitOnLoad) return;
    // Prevents a reload from submitting again.
    history.replaceState(null, '', location.href);
    submit([...songIds], draft.isSurprise);
  }, []);

  return (
    <>
      <SheetNote isForAnotherShow={props.isForAnotherShow} />
      <SheetEditor
        {...{ show, songs, titles, draft, editing }}
        submission={{ ...submission, submit }}
        shownSheet="the sheet from the link"
      />
    </>
  );
}

import type { SheetSong } from '#contract/next-sheet.ts';
import type { Prediction } from '#contract/predictions.ts';
import { useUser } from '#web/session/use-user.ts';
import { type DisplayedShow, useIsOpenForPredictions } from '#web/show-display/displayed-show.ts';
import { ClosedNotice } from './closed-game.tsx';
import { SheetEditor } from './sheet-editor.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmitPrediction } from './use-submit-prediction.ts';
import { useTitles } from './use-titles.ts';

type PredictionEditorProps = {
  show: DisplayedShow & { id: string };
  songs: readonly SheetSong[];
  editing: Prediction | null;
};

export function PredictionEditor({ show, songs, editing }: PredictionEditorProps) {
  const owner = { userId: useUser().id, showId: show.id };
  const titles = useTitles(songs, editing?.songs);
  const draft = useDraft({
    owner,
    savedSongIds: editing?.songs.map(({ id }) => id) ?? [],
    songExists: (id) => titles.has(id),
  });
  const submission = useSubmitPrediction(owner, editing);
  const isOpen = useIsOpenForPredictions(show);
  return (
    <>
      {!isOpen && <ClosedNotice show={show} hasPrediction={editing !== null} />}
      <SheetEditor {...{ show, songs, titles, draft, editing, submission }} />
    </>
  );
}

import { useMemo, useState } from 'react';
import { MAX_PICKS, type Prediction } from '#contract/predictions.ts';
import { PREDICTIONS_CLOSED } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { useUser } from '#web/session/use-user.ts';
import type { ShownShow } from '#web/show-display/shown-show.ts';
import { useTakesPredictions } from '#web/show-display/use-takes-predictions.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { changeAnnouncement } from './change-announcement.ts';
import { type DraftChange, isFull } from './draft.ts';
import { DraftOffer } from './draft-offer.tsx';
import { GameBar } from './game-bar.tsx';
import { PredictionSheet } from './prediction-sheet.tsx';
import { SongPanel, SongSheet } from './song-picker.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useUnsentShows } from './unsent.ts';
import { useDraft } from './use-draft.ts';
import { useSubmitPrediction } from './use-submit-prediction.ts';

type PredictionEditorProps = {
  show: ShownShow & { id: string };
  songs: readonly Song[];
  /** The prediction being edited; null for a new one. */
  editing: Prediction | null;
};

/** Songs and sheet: beside each other where there is room, else the sheet and songs from below. */
export function PredictionEditor({ show, songs, editing }: PredictionEditorProps) {
  const owner = { userId: useUser().id, showId: show.id };
  const titles = useTitles(songs, editing);
  const saved = editing?.songs.map(({ id }) => id) ?? NO_SONGS;
  const draft = useDraft(owner, saved, (id) => titles.has(id));
  const { submit, isPending } = useSubmitPrediction(owner, editing);
  const isUnsent = useUnsentShows(owner.userId).includes(show.id);
  const isWide = useWideScreen();
  const [isPicking, setIsPicking] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  const isOpen = useTakesPredictions(show) && (editing?.points ?? null) === null;
  const disabled = !isOpen || isPending;
  const titleOf = (songId: string) => titles.get(songId) ?? '';
  const { songIds } = draft;

  function change(wanted: DraftChange) {
    const next = draft.change(wanted);
    setAnnouncement(changeAnnouncement(wanted, next, titleOf));
  }

  function add({ id }: Song): boolean {
    if (isFull(songIds)) {
      toast(TOO_MANY);
      return false;
    }
    change({ type: 'add', songId: id });
    return true;
  }

  const { lastAdded } = draft;
  const addedText = lastAdded && `${titleOf(lastAdded)} added as ${songIds.indexOf(lastAdded) + 1}`;
  const picker = { songs, songIds, disabled, addedText, onAdd: add };
  const submitButton = (
    <SubmitButton
      isUpdate={editing !== null}
      onSheet={isWide}
      disabled={!isOpen || songIds.length === 0}
      pending={isPending}
      onClick={() => submit([...songIds])}
    />
  );

  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {draft.other && !disabled && (
        <DraftOffer
          count={draft.other.length}
          onTake={draft.takeOther}
          onDiscard={draft.discardOther}
        />
      )}
      <div className="grid gap-x-8 pt-3 lg:min-h-0 lg:flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.12fr)] lg:grid-rows-[minmax(0,1fr)] lg:items-start xl:gap-x-10">
        {isWide && <SongPanel {...picker} />}
        <PredictionSheet
          songIds={songIds}
          titleOf={titleOf}
          lastAdded={lastAdded}
          keeping={draft.keeping}
          disabled={disabled}
          isUnsent={isUnsent}
          closedText={isOpen ? null : PREDICTIONS_CLOSED}
          onMove={(songId, to) => change({ type: 'move', songId, to })}
          onDrop={(songId, to) => draft.change({ type: 'move', songId, to })}
          onRemove={(songId) => change({ type: 'remove', songId })}
          actions={
            <>
              {editing && draft.isChanged && !disabled && (
                <Button variant="ghost" onClick={draft.undoChanges}>
                  Undo changes
                </Button>
              )}
              {isWide && submitButton}
            </>
          }
        />
      </div>
      {!isWide && (
        <>
          <GameBar
            isEmpty={songIds.length === 0}
            disabled={disabled}
            onPick={() => setIsPicking(true)}
            submit={submitButton}
          />
          <SongSheet
            {...picker}
            open={isPicking}
            onOpenChange={setIsPicking}
            count={`${songIds.length} / ${MAX_PICKS} songs selected`}
          />
        </>
      )}
    </>
  );
}

/** A prediction may hold a song that the list, read earlier, does not know yet. */
function useTitles(songs: readonly Song[], editing: Prediction | null) {
  return useMemo(
    () => new Map([...(editing?.songs ?? []), ...songs].map(({ id, title }) => [id, title])),
    [songs, editing],
  );
}

const NO_SONGS: readonly string[] = [];

const TOO_MANY = {
  title: 'Maximum songs reached',
  description: `You can only select up to ${MAX_PICKS} songs for your prediction.`,
};

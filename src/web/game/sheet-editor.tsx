import { type ReactNode, useState } from 'react';
import type { SheetSong } from '#contract/next-sheet.ts';
import { MAX_PICKS, type Prediction } from '#contract/predictions.ts';
import { PREDICTIONS_CLOSED } from '#contract/show-lock.ts';
import { type DisplayedShow, useIsOpenForPredictions } from '#web/show-display/displayed-show.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { type DraftChange, isFull } from './draft.ts';
import { GameBar, SubmitButton } from './game-bar.tsx';
import { GameColumns } from './game-columns.tsx';
import { PredictionSheet } from './prediction-sheet.tsx';
import { SongPanel, SongSheet } from './song-picker.tsx';
import { StartFrom } from './start-from/start-from.tsx';
import type { Draft } from './use-draft.ts';

type SheetEditorProps = {
  show: DisplayedShow & { id: string };
  songs: readonly SheetSong[];
  titles: ReadonlyMap<string, string>;
  draft: Draft;
  /** Null for a new prediction. */
  editing: Prediction | null;
  submission: {
    submit: (songIds: string[], isSurprise: boolean) => void;
    isPending: boolean;
    isUnsent: boolean;
  };
  /** The songs to show while the device has another draft. */
  shownSheet?: string;
  tools?: ReactNode;
};

export function SheetEditor({ show, songs, titles, draft, editing, ...props }: SheetEditorProps) {
  const { submit, isPending, isUnsent } = props.submission;
  const isWide = useWideScreen();
  const [isPicking, setIsPicking] = useState(false);
  const [announcement, setAnnouncement] = useState('');

  const isOpen = useIsOpenForPredictions(show) && (editing?.points ?? null) === null;
  const disabled = !isOpen || isPending;
  const getTitle = (songId: string) => titles.get(songId) ?? '';
  const { songIds } = draft;

  function change(draftChange: DraftChange) {
    const next = draft.change(draftChange);
    setAnnouncement(formatAnnouncement(draftChange, next, getTitle));
  }

  function add({ id }: SheetSong): boolean {
    if (isFull(songIds)) {
      toast(MAX_SONGS_REACHED);
      return false;
    }
    change({ type: 'add', songId: id });
    return true;
  }

  const { lastAdded } = draft;
  const addedText =
    lastAdded && `${getTitle(lastAdded)} added at #${songIds.indexOf(lastAdded) + 1}`;
  const picker = {
    ...{ showId: show.id, songs, songIds, disabled, addedText },
    isFull: isFull(songIds),
    onAdd: add,
  };
  const submitButton = (
    <SubmitButton
      isUpdate={editing !== null}
      disabled={!isOpen || songIds.length === 0}
      pending={isPending}
      onClick={() => submit([...songIds], draft.isSurprise)}
    />
  );

  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {draft.outdatedSongIds && !disabled && (
        <DraftNotice
          count={draft.outdatedSongIds.length}
          shownSheet={props.shownSheet ?? 'what you have submitted since then'}
          onRestore={draft.restoreOutdated}
          onDiscard={draft.discardOutdated}
        />
      )}
      <GameColumns>
        {isWide && <SongPanel {...picker} />}
        <PredictionSheet
          songIds={songIds}
          getTitle={getTitle}
          lastAdded={lastAdded}
          draftStatus={draft.status}
          disabled={disabled}
          isUnsent={isUnsent}
          closedText={isOpen ? null : PREDICTIONS_CLOSED}
          onMove={(songId, to) => change({ type: 'move', songId, to })}
          onDrop={(songId, to) => draft.change({ type: 'move', songId, to })}
          onRemove={(songId) => change({ type: 'remove', songId })}
          toolbar={
            isOpen && (
              <StartFrom
                {...{ showId: show.id, songs, getTitle, disabled }}
                current={songIds}
                replaced={draft.replacedSongIds}
                onBringBack={draft.bringBack}
                onUse={(newSongIds, isSurprise) =>
                  change({ type: 'replace', songIds: newSongIds, isSurprise })
                }
              />
            )
          }
          actions={
            <>
              {editing && draft.isChanged && !disabled && (
                <Button variant="ghost" onClick={draft.undoChanges}>
                  Undo changes
                </Button>
              )}
              {props.tools}
              {isWide && submitButton}
            </>
          }
        />
      </GameColumns>
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
            countText={`${songIds.length} / ${MAX_PICKS} songs selected`}
          />
        </>
      )}
    </>
  );
}

const MAX_SONGS_REACHED = {
  title: 'Maximum songs reached',
  description: `You can only select up to ${MAX_PICKS} songs for your prediction.`,
};

function formatAnnouncement(
  change: DraftChange,
  songIds: readonly string[],
  getTitle: (songId: string) => string,
): string {
  const count = `${songIds.length} / ${MAX_PICKS} songs selected.`;
  if (change.type === 'replace') return count;
  const title = getTitle(change.songId);
  const position = `position ${songIds.indexOf(change.songId) + 1}`;
  if (change.type === 'remove') return `${title} removed. ${count}`;
  if (change.type === 'add') return `${title} added at ${position}. ${count}`;
  return `${title} is now ${position} of ${songIds.length}.`;
}

type DraftNoticeProps = {
  count: number;
  shownSheet: string;
  onRestore: () => void;
  onDiscard: () => void;
};

function DraftNotice({ count, shownSheet, onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <section
      aria-label="Unsent draft"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-edge px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-52">
        This device has an unsent draft of {count} {count === 1 ? 'song' : 'songs'} for this show.
        Below is {shownSheet}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRestore}>Use the draft</Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard the draft
        </Button>
      </div>
    </section>
  );
}

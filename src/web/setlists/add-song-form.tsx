import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { NOTES_MAX, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import {
  ConfirmEarlyGoLive,
  needsEarlyConfirmation,
} from '#web/show-display/confirm-early-go-live.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { Combobox } from '#web/ui/form/combobox.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { applyUnsentChanges } from './apply-changes.ts';
import { EMPTY_ENTRY, useEntryDraft } from './entry-draft.ts';
import { CLOSER_LABEL, computeNextLabel, listLabels, SetLabelField } from './set-label-field.tsx';
import { createId, useSetlistQueue } from './setlist-queue.ts';
import { useMustAwaitLock } from './use-must-await-lock.ts';
import { countPlays } from './use-setlist.ts';

type AddSongFormProps = {
  show: Show | undefined;
  /** Undefined until the setlist loads. */
  rows: readonly SetlistEntry[] | undefined;
  isLoading: boolean;
  songs: readonly Option[];
  /** Undefined to add the song at the end. */
  before: SetlistEntry | undefined;
  onEndInsert: () => void;
  songField: RefObject<HTMLInputElement | null>;
};

/** Built for fast entry on phones: adding a song clears the field, which keeps the focus. */
export function AddSongForm({
  show,
  rows,
  isLoading,
  songs,
  before,
  onEndInsert,
  songField,
}: AddSongFormProps) {
  const { draft, setDraft } = useEntryDraft(show?.id);
  const queue = useSetlistQueue();
  const [isConfirming, setConfirming] = useState(false);
  const addedAt = useRef(Number.NEGATIVE_INFINITY);
  const addButton = useRef<HTMLButtonElement>(null);
  useAboveKeyboard(songField, addButton);
  const displayedRows = applyUnsentChanges(
    rows ?? [],
    queue.items.filter(({ showId }) => showId === show?.id),
  );
  const position = before?.position ?? (displayedRows.at(-1)?.position ?? 0) + 1;
  const previous = displayedRows.findLast((row) => row.position < position);
  const setLabel =
    draft.setLabel ?? (before ? (before.setLabel ?? '') : computeNextLabel(previous));

  const isFirstSong = show?.status === 'open' && rows !== undefined && displayedRows.length === 0;
  const canGoLive = !useMustAwaitLock(show) && isFirstSong;

  function addSong(timeStamp: number, goLiveFrom?: string) {
    if (isLoading) return;
    const { songId, isCloser, notes } = draft;
    songField.current?.focus();
    const song = songs.find(({ value }) => value === songId);
    if (!show || !song) {
      // After a double tap, the second tap finds the field empty.
      if (songId || timeStamp - addedAt.current > DOUBLE_TAP_MS)
        toast({ title: 'Error', description: NOTHING_SELECTED, variant: 'destructive' });
      return;
    }
    if (goLiveFrom !== undefined && !isConfirming && needsEarlyConfirmation(show)) {
      setConfirming(true);
      return;
    }
    setConfirming(false);
    addedAt.current = timeStamp;
    const body = {
      id: createId(),
      songId: song.value,
      isCloser,
      notes,
      setLabel,
      timesSeen: rows && countPlays({ id: song.value, title: song.label }, displayedRows),
      ...(before && { position, insert: true }),
    };
    queue.add({
      id: createId(),
      showId: show.id,
      rowId: body.id,
      title: song.label,
      edit: { do: 'add', body, beforeId: before?.id, goLiveFrom },
    });
    setDraft(EMPTY_ENTRY);
    if (before) onEndInsert();
  }

  function submitSong(event: FormEvent) {
    event.preventDefault();
    addSong(event.timeStamp);
  }

  return (
    <Panel
      title={before ? 'Insert a song' : 'Add a song'}
      aside={
        <p className="flex items-baseline gap-2">
          <span className="label text-dim">{before ? 'Position' : 'Next position'}</span>
          <span className="poster text-poster-md">{position}</span>
        </p>
      }
    >
      <form noValidate onSubmit={submitSong} className="grid gap-4 px-4.5 pb-4.5">
        <p className="text-dim text-sm max-lg:hidden">
          Set the song's notes, its set and whether it's the closer.
        </p>
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-dim text-sm">
          {before ? `Before “${before.song.title}”` : previous && `After “${previous.song.title}”`}
          {before && (
            <Button size="sm" variant="ghost" onClick={onEndInsert}>
              Add at the end instead
            </Button>
          )}
        </p>
        <Combobox
          ref={songField}
          label="Song"
          placeholder="Type a few letters"
          emptyText="No song with that name"
          options={songs}
          value={draft.songId}
          onChange={(songId) => setDraft({ ...draft, songId })}
          clearable
        />
        <CheckboxField
          label={CLOSER_LABEL}
          checked={draft.isCloser}
          onChange={({ target }) => setDraft({ ...draft, isCloser: target.checked })}
        />
        <div className="grid grid-cols-2 gap-3">
          <SetLabelField
            value={setLabel}
            onChange={(label) => setDraft({ ...draft, setLabel: label })}
            labels={listLabels(rows ?? [])}
          />
          <TextField
            label="Notes (optional)"
            value={draft.notes}
            maxLength={NOTES_MAX}
            onChange={({ target }) => setDraft({ ...draft, notes: target.value })}
          />
        </div>
        {canGoLive && (
          <Button
            variant="lamp"
            size="lg"
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ timeStamp }) => addSong(timeStamp, show.status)}
          >
            Go live and add
          </Button>
        )}
        <Button
          ref={addButton}
          type="submit"
          variant={canGoLive ? 'quiet' : 'lamp'}
          size="lg"
          disabled={isLoading}
          // Keeps the focus in the field, so that the phone's keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
        >
          Add to setlist
        </Button>
      </form>
      {show && (
        <ConfirmEarlyGoLive
          show={show}
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onConfirm={() => addSong(performance.now(), show.status)}
          confirmLabel="Go live and add"
        />
      )}
    </Panel>
  );
}

const NOTHING_SELECTED = 'Please select a show and song';
const DOUBLE_TAP_MS = 1_000;

/** Browsers scroll only the field above the phone's keyboard, not `target`. */
function useAboveKeyboard(
  field: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const scrollAboveKeyboard = () => {
      // Don't scroll a page that the user has zoomed into.
      if (!target.current || document.activeElement !== field.current || viewport.scale > 1) return;
      const { bottom } = target.current.getBoundingClientRect();
      const overlap = bottom + MARGIN_PX - (viewport.offsetTop + viewport.height);
      if (overlap > 0) window.scrollBy(0, overlap);
    };
    viewport.addEventListener('resize', scrollAboveKeyboard);
    return () => viewport.removeEventListener('resize', scrollAboveKeyboard);
  }, [field, target]);
}

const MARGIN_PX = 12;

import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { queryClient } from '#web/http/query-client.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useChange } from '#web/http/use-change.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/checkbox-field.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import type { Option } from '#web/ui/combobox-option.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useAboveKeyboard } from '#web/ui/use-above-keyboard.ts';
import { addSong, type NewSong } from './add-song.ts';
import { CLOSER_LABEL } from './closer-label.tsx';
import { SetLabelField } from './set-label-field.tsx';
import { labelAfter, labelsFor } from './set-labels.ts';

type AddSongFormProps = {
  show: Show | undefined;
  rows: readonly SetlistEntry[];
  isLoading: boolean;
  songs: readonly Option[];
  /** The row that the next song is put before; undefined for the end. */
  before: SetlistEntry | undefined;
  onEndInsert: () => void;
  onUndo: () => void;
  songField: RefObject<HTMLInputElement | null>;
};

/**
 * Made for a phone in a dark hall: after each song the field is empty and has the focus, and the
 * next one can be typed while the last is still on its way. What changes seldom stands below the
 * button, which stays in sight above the phone's keyboard.
 */
export function AddSongForm({
  show,
  rows,
  isLoading,
  songs,
  before,
  onEndInsert,
  onUndo,
  songField,
}: AddSongFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const addButton = useRef<HTMLButtonElement>(null);
  useAboveKeyboard(songField, addButton);
  const change = useChange({
    call: (song: NewSong & { showId: string }) => addSong(song.showId, song),
    done: 'Song added to setlist',
    failed: 'Failed to add song to setlist',
    action: { label: 'Undo', onSelect: onUndo },
  });
  const position = before?.position ?? (rows.at(-1)?.position ?? 0) + 1;
  const previous = rows.findLast((row) => row.position < position);
  const setLabel = draft.setLabel ?? (before ? (before.setLabel ?? '') : labelAfter(previous));

  function add(event: FormEvent) {
    event.preventDefault();
    if (isLoading) return;
    const { songId, isCloser, notes } = draft;
    songField.current?.focus();
    if (!show || !songId) {
      toast({ title: 'Error', description: NOT_CHOSEN, variant: 'destructive' });
      return;
    }
    const insert = before !== undefined;
    const song = { showId: show.id, songId, position, insert, isCloser, notes, setLabel };
    change.run(song, {
      isKnown: !insert,
      onDone(entry) {
        if (insert) onEndInsert();
        else remember(entry);
        setDraft((current) => (current.songId === songId ? EMPTY : current));
      },
    });
  }

  return (
    <Panel
      title={before ? 'Insert a song' : 'Add a song'}
      aside={
        <p className="flex items-baseline gap-2">
          <span className="caps text-dim">{before ? 'Position' : 'Next position'}</span>
          <span className="poster text-poster-md">{position}</span>
        </p>
      }
    >
      <form noValidate onSubmit={add} className="grid gap-4 px-4.5 pb-4.5">
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
          emptyText="No song of that name"
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
        <Button
          ref={addButton}
          type="submit"
          variant="lamp"
          size="lg"
          disabled={isLoading}
          pending={change.isPending}
          pendingText="Adding…"
          // The focus stays in the field, and with it the phone's keyboard.
          onMouseDown={(event) => event.preventDefault()}
        >
          Add to setlist
        </Button>
        <div className="grid grid-cols-2 gap-3">
          <SetLabelField
            value={setLabel}
            onChange={(label) => setDraft({ ...draft, setLabel: label })}
            labels={labelsFor(rows)}
          />
          <TextField
            label="Notes (optional)"
            value={draft.notes}
            maxLength={2000}
            onChange={({ target }) => setDraft({ ...draft, notes: target.value })}
          />
        </div>
      </form>
    </Panel>
  );
}

const EMPTY: { songId: string | null; isCloser: boolean; notes: string; setLabel?: string } = {
  songId: null,
  isCloser: false,
  notes: '',
};

const NOT_CHOSEN = 'Please select a show and song';

/** Puts the new row where the next position is counted from, before everything is read anew. */
function remember(entry: SetlistEntry) {
  const { queryKey } = queryFor(getSetlist, { params: { id: entry.showId } });
  queryClient.setQueryData(queryKey, (rows = []) =>
    [...rows.filter(({ id }) => id !== entry.id), entry].sort((a, b) => a.position - b.position),
  );
}

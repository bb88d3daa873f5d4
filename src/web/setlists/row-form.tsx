import { useEffect, useRef, useState } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/checkbox-field.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import type { Option } from '#web/ui/combobox-option.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CLOSER_LABEL } from './closer-label.tsx';
import { SetLabelField } from './set-label-field.tsx';
import type { RowChange } from './setlist-editor.tsx';

type RowFormProps = {
  row: SetlistEntry;
  songs: readonly Option[];
  labels: readonly string[];
  isPending: boolean;
  onSave: (change: RowChange) => void;
  onCancel: () => void;
};

/** A row of the setlist being edited: another song, its set, its notes, whether it closed. */
export function RowForm({ row, songs, labels, isPending, onSave, onCancel }: RowFormProps) {
  const [songId, setSongId] = useState(row.songId);
  const [setLabel, setSetLabel] = useState(row.setLabel ?? '');
  const [notes, setNotes] = useState(row.notes ?? '');
  const [isCloser, setCloser] = useState(row.isCloser);
  const notesField = useRef<HTMLInputElement>(null);
  useEffect(() => notesField.current?.focus(), []);

  return (
    <li className="border-rule border-b bg-sheet-low px-4.5 py-4 sm:px-6">
      <form
        noValidate
        aria-label={`Edit ${row.song.title}`}
        className="grid gap-4 sm:grid-cols-2"
        onKeyDown={(event) => {
          // An open list takes the key for itself.
          if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSave({
            notes,
            isCloser,
            // Only what was changed here: somebody else may have corrected the rest meanwhile.
            ...(songId !== row.songId && { songId }),
            ...(setLabel !== (row.setLabel ?? '') && { setLabel }),
          });
        }}
      >
        <Combobox
          label="Song"
          options={songs}
          value={songId}
          onChange={(value) => value && setSongId(value)}
        />
        <SetLabelField value={setLabel} onChange={setSetLabel} labels={labels} />
        <TextField
          ref={notesField}
          label="Notes (optional)"
          value={notes}
          maxLength={2000}
          onChange={({ target }) => setNotes(target.value)}
        />
        <CheckboxField
          className="self-end"
          label={CLOSER_LABEL}
          checked={isCloser}
          onChange={({ target }) => setCloser(target.checked)}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1 sm:col-span-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="ink" pending={isPending} pendingText="Updating...">
            Save
          </Button>
        </div>
      </form>
    </li>
  );
}

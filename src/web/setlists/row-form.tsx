import { useEffect, useRef, useState } from 'react';
import type { BodyInputOf } from '#contract/endpoint.ts';
import {
  NOTES_MAX,
  type SetlistEntry,
  SOURCE_MAX,
  type updateSetlistSong,
} from '#contract/setlists.ts';
import { pickChangedFields, useEditConflict } from '#web/http/use-edit-conflict.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { Combobox } from '#web/ui/form/combobox.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { CLOSER_LABEL, SetLabelField } from './set-label-field.tsx';

export type RowChange = BodyInputOf<typeof updateSetlistSong>;

type RowFormProps = {
  row: SetlistEntry;
  songs: readonly Option[];
  labels: readonly string[];
  isGone: boolean;
  isPending: boolean;
  onSave: (change: RowChange, onRejected: (error: unknown) => void) => void;
  onCancel: () => void;
};

export function RowForm(props: RowFormProps) {
  const { row, songs, labels, isGone, isPending, onSave, onCancel } = props;
  const conflict = useEditConflict(row, ({ version }) => version);
  const { original = row, theirs, conflictMessage } = conflict;
  const [fields, setFields] = useState(toFields(row));
  const notesField = useRef<HTMLInputElement>(null);
  useEffect(() => notesField.current?.focus(), []);

  function save(base: SetlistEntry) {
    const changes = pickChangedFields(fields, original);
    if (Object.keys(changes).length === 0) onCancel();
    else onSave({ ...changes, version: base.version }, conflict.recordConflict);
  }

  function takeTheirs() {
    setFields(toFields(row));
    conflict.takeTheirs();
    notesField.current?.focus();
  }

  return (
    <li className="col-span-2 border-rule border-b bg-sheet-low px-4.5 py-4 sm:px-6">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any of its fields */}
      <form
        noValidate
        aria-label={`Edit ${original.song.title}`}
        className="grid gap-4 sm:grid-cols-2"
        onKeyDown={(event) => {
          // An open listbox handles Escape.
          if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          save(original);
        }}
      >
        <Combobox
          label="Song"
          options={songs}
          value={fields.songId}
          onChange={(songId) => songId && setFields({ ...fields, songId })}
        />
        <SetLabelField
          value={fields.setLabel}
          onChange={(setLabel) => setFields({ ...fields, setLabel })}
          labels={labels}
        />
        <TextField
          ref={notesField}
          label="Notes (optional)"
          value={fields.notes}
          maxLength={NOTES_MAX}
          onChange={({ target }) => setFields({ ...fields, notes: target.value })}
        />
        <TextField
          label="Source (optional)"
          placeholder="A link, or who heard it"
          value={fields.source}
          maxLength={SOURCE_MAX}
          onChange={({ target }) => setFields({ ...fields, source: target.value })}
        />
        <CheckboxField
          className="self-end"
          label={CLOSER_LABEL}
          checked={fields.isCloser}
          onChange={({ target }) => setFields({ ...fields, isCloser: target.checked })}
        />
        {theirs && !isPending && (
          <ConflictPanel
            message={conflictMessage}
            rows={listDifferences(toFields(theirs), fields, songs)}
            onTakeTheirs={takeTheirs}
            onSendYours={() => save(theirs)}
            pending={isPending}
          />
        )}
        {isGone && !isPending && (
          <p role="alert" className="font-semibold sm:col-span-2">
            {conflictMessage ?? 'Someone else removed this song from the setlist.'} What you typed
            is still here.
          </p>
        )}
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

type Fields = ReturnType<typeof toFields>;

function toFields({ songId, setLabel, notes, source, isCloser }: SetlistEntry) {
  return { songId, setLabel: setLabel ?? '', notes: notes ?? '', source: source ?? '', isCloser };
}

function listDifferences(theirs: Fields, yours: Fields, songs: readonly Option[]) {
  const formatFields = (fields: Fields) => ({
    Song: songs.find(({ value }) => value === fields.songId)?.label ?? '',
    Set: fields.setLabel,
    Notes: fields.notes,
    Source: fields.source,
    Closer: fields.isCloser ? 'Closer' : 'Not the closer',
  });
  const [theirTexts, yourTexts] = [formatFields(theirs), formatFields(yours)];
  return Object.entries(theirTexts).flatMap(([label, text]) => {
    const yourText = yourTexts[label as keyof typeof yourTexts];
    return yourText === text ? [] : { label, theirs: text, yours: yourText };
  });
}

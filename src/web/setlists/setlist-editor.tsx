import { Undo2 } from 'lucide-react';
import { Fragment, useId, useRef, useState } from 'react';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { removeSetlistSong, type SetlistEntry, updateSetlistSong } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { call } from '#web/http/call.ts';
import { useChange } from '#web/http/use-change.ts';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/combobox-option.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Sheet, SheetHeader, SheetMark } from '#web/ui/sheet.tsx';
import { EditorRow } from './editor-row.tsx';
import { labelsFor } from './set-labels.ts';

type SetlistEditorProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  songs: readonly Option[];
  onInsertBefore: (row: SetlistEntry) => void;
  onUndo: () => void;
  isUndoing: boolean;
};

/** The setlist on its sheet, each row with what can be done to it. */
export function SetlistEditor(props: SetlistEditorProps) {
  const { show, rows, songs, onInsertBefore, onUndo, isUndoing } = props;
  const headingId = useId();
  const [doomed, setDoomed] = useState<SetlistEntry | null>(null);
  const action = () => ({ label: 'Undo', onSelect: onUndo });
  const update = useChange({
    call: ({ row, body }: { row: SetlistEntry; body: RowChange }) =>
      call(updateSetlistSong, { params: { id: show.id, setlistSongId: row.id }, body }),
    done: 'Setlist song updated',
    failed: 'Failed to update setlist song',
    action,
  });
  const remove = useChange({
    call: (row: SetlistEntry) =>
      call(removeSetlistSong, { params: { id: show.id, setlistSongId: row.id } }),
    done: 'Song removed from setlist',
    failed: 'Failed to delete song',
    action,
  });
  // Rows that were there when the sheet was laid down are not stamped on it anew.
  const firstRows = useRef(new Set(rows.map(({ id }) => id)));

  return (
    <Sheet aria-labelledby={headingId} className="mt-3">
      <SheetHeader
        id={headingId}
        title="Current setlist"
        subtitle={`${show.name} · ${rows.length} ${rows.length === 1 ? 'song' : 'songs'}`}
        aside={
          <Button onClick={onUndo} pending={isUndoing}>
            <Undo2 aria-hidden />
            Undo
          </Button>
        }
      />
      {rows.length === 0 && (
        <p className="px-4.5 py-10 text-center text-ink-dim sm:px-6">
          Nothing played yet. The first song you add is the opener.
        </p>
      )}
      <ol>
        {rows.map((row, place) => (
          <Fragment key={row.id}>
            {row.setLabel !== (rows[place - 1]?.setLabel ?? null) && (
              <SheetMark>{row.setLabel ?? 'No label'}</SheetMark>
            )}
            <EditorRow
              row={row}
              timeZone={show.timeZone}
              isFresh={!firstRows.current.has(row.id)}
              songs={songs}
              labels={labelsFor(rows)}
              above={rows[place - 1]}
              below={rows[place + 1]}
              isBusy={update.isPending || remove.isPending}
              onChange={(body, onDone) => update.run({ row, body }, { onDone })}
              onInsertBefore={() => onInsertBefore(row)}
              onRemove={() => setDoomed(row)}
            />
          </Fragment>
        ))}
      </ol>
      {doomed && (
        <ConfirmDialog
          open
          onOpenChange={() => setDoomed(null)}
          title={`Remove “${doomed.song.title}”?`}
          text="The songs after it move up by one. All scores for the show will be recalculated."
          confirmLabel="Remove"
          pendingText="Removing…"
          pending={remove.isPending}
          onConfirm={() => remove.run(doomed, { onDone: () => setDoomed(null) })}
        />
      )}
    </Sheet>
  );
}

export type RowChange = BodyInputOf<typeof updateSetlistSong>;

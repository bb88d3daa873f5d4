import { Fragment, useId, useState } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { Undo2 } from '#web/ui/icons.ts';
import { Sheet, SheetHeader, SheetMark } from '#web/ui/list/sheet.tsx';
import type { DisplayedRow } from './apply-changes.ts';
import { EditorRow } from './editor-row.tsx';
import { RemoveRowDialog } from './remove-row-dialog.tsx';
import { listLabels } from './set-label-field.tsx';
import { useSetlist } from './use-setlist.ts';

type SetlistEditorProps = {
  show: Show;
  serverRows: readonly SetlistEntry[];
  songs: readonly Option[];
  onInsertBefore: (row: SetlistEntry) => void;
};

export function SetlistEditor({ show, serverRows, songs, onInsertBefore }: SetlistEditorProps) {
  const setlist = useSetlist(show, serverRows);
  const { rows, undo } = setlist;
  const headingId = useId();
  const [rowToRemove, setRowToRemove] = useState<DisplayedRow | null>(null);
  const [editedRows, setEditedRows] = useState<readonly DisplayedRow[]>([]);
  // Keeps a row that was removed elsewhere during an edit, so that the typed text isn't lost.
  const removedRows = editedRows.filter(({ id }) => !rows.some((row) => row.id === id));
  const displayedRows = [...rows, ...removedRows].sort((a, b) => a.position - b.position);
  const [initialIds] = useState(() => new Set(rows.map(({ id }) => id)));

  return (
    <Sheet aria-labelledby={headingId} className="mt-3">
      <SheetHeader
        id={headingId}
        title="Current setlist"
        subtitle={`${show.name} · ${rows.length} ${rows.length === 1 ? 'song' : 'songs'}`}
        aside={
          (undo || setlist.unsentCount > 0) && (
            <Button
              className="max-w-[min(18rem,75vw)] text-left"
              onClick={undo?.run}
              pending={!undo}
            >
              <Undo2 aria-hidden />
              <span className="wrap-anywhere">Undo{undo && `: ${undo.what}`}</span>
            </Button>
          )
        }
      />
      {rows.length === 0 && (
        <p className="px-4.5 py-10 text-center text-ink-dim sm:px-6">
          Nothing played yet. The first song you add is the opener.
        </p>
      )}
      <ol>
        {displayedRows.map((row, index) => (
          <Fragment key={row.id}>
            {row.setLabel !== (displayedRows[index - 1]?.setLabel ?? null) && (
              <SheetMark as="li">{row.setLabel ?? 'No label'}</SheetMark>
            )}
            <EditorRow
              row={row}
              serverRow={serverRows.find(({ id }) => id === row.id)}
              setlist={setlist}
              timeZone={show.timeZone}
              isNew={!initialIds.has(row.id)}
              songs={songs}
              labels={listLabels(rows)}
              above={displayedRows[index - 1]}
              below={displayedRows[index + 1]}
              isGone={removedRows.includes(row)}
              onEditing={(isEditing) =>
                setEditedRows((current) => [
                  ...current.filter(({ id }) => id !== row.id),
                  ...(isEditing ? [row] : []),
                ])
              }
              onInsertBefore={() => onInsertBefore(row)}
              onRemove={() => setRowToRemove(row)}
            />
          </Fragment>
        ))}
      </ol>
      <RemoveRowDialog
        row={rowToRemove}
        onRemove={setlist.remove}
        onClose={() => setRowToRemove(null)}
      />
    </Sheet>
  );
}

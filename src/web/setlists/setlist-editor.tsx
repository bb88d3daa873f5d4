import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import {
  getLastSetlistChange,
  removeSetlistSong,
  type SetlistEntry,
  undoSetlistChange,
  updateSetlistSong,
} from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { callChange } from '#web/http/call.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/combobox-option.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Sheet, SheetHeader, SheetMark } from '#web/ui/sheet.tsx';
import { EditorRow } from './editor-row.tsx';
import { WORDS } from './send-change.ts';
import { labelsFor } from './set-label-field.tsx';

type SetlistEditorProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  songs: readonly Option[];
  onInsertBefore: (row: SetlistEntry) => void;
};

/** The setlist on its sheet, each row with what can be done to it. */
export function SetlistEditor(props: SetlistEditorProps) {
  const { show, rows, songs, onInsertBefore } = props;
  const headingId = useId();
  const [doomed, setDoomed] = useState<SetlistEntry | null>(null);
  const undo = useMutation(mutationFor(undoSetlistChange, WORDS.undo));
  const takeBack = (changeId: number) =>
    undo.mutate({ params: { id: show.id }, body: { changeId } });
  const last = useQuery(queryFor(getLastSetlistChange, { params: { id: show.id } })).data;
  const done =
    (description: string) =>
    ({ changeId }: { changeId: number }) => ({
      title: 'Success',
      description,
      action: { label: 'Undo', onSelect: () => void takeBack(changeId) },
    });
  const update = useMutation(
    mutationFor(updateSetlistSong, {
      send: callChange,
      done: done(WORDS.update.done),
      failed: WORDS.update.failed,
    }),
  );
  const remove = useMutation(
    mutationFor(removeSetlistSong, {
      send: callChange,
      done: done(WORDS.remove.done),
      failed: WORDS.remove.failed,
      onSuccess: () => setDoomed(null),
    }),
  );
  const [edited, setEdited] = useState<readonly SetlistEntry[]>([]);
  // A row that somebody else removes stays while it is edited here: what was typed is not lost.
  const gone = edited.filter(({ id }) => !rows.some((row) => row.id === id));
  const shown = [...rows, ...gone].sort((a, b) => a.position - b.position);
  // Rows that were there when the sheet was laid down are not stamped on it anew.
  const [firstRows] = useState(() => new Set(rows.map(({ id }) => id)));

  return (
    <Sheet aria-labelledby={headingId} className="mt-3">
      <SheetHeader
        id={headingId}
        title="Current setlist"
        subtitle={`${show.name} · ${rows.length} ${rows.length === 1 ? 'song' : 'songs'}`}
        aside={
          last && (
            <Button
              className="max-w-[min(18rem,75vw)] text-left"
              onClick={() => takeBack(last.changeId)}
              pending={undo.isPending}
            >
              <Undo2 aria-hidden />
              <span className="wrap-anywhere">Undo: {last.what}</span>
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
        {shown.map((row, place) => (
          <Fragment key={row.id}>
            {row.setLabel !== (shown[place - 1]?.setLabel ?? null) && (
              <SheetMark>{row.setLabel ?? 'No label'}</SheetMark>
            )}
            <EditorRow
              row={row}
              timeZone={show.timeZone}
              isFresh={!firstRows.has(row.id)}
              songs={songs}
              labels={labelsFor(rows)}
              above={shown[place - 1]}
              below={shown[place + 1]}
              isGone={gone.includes(row)}
              onEditing={(isEditing) =>
                setEdited((all) => [
                  ...all.filter(({ id }) => id !== row.id),
                  ...(isEditing ? [row] : []),
                ])
              }
              isBusy={update.isPending || remove.isPending}
              onChange={(body, outcome) =>
                void update.mutate({ params: paramsOf(row), body }, outcome)
              }
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
          confirmLabel="Remove song"
          pendingText="Removing…"
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ params: paramsOf(doomed) })}
        />
      )}
    </Sheet>
  );
}

function paramsOf({ showId, id }: SetlistEntry) {
  return { id: showId, setlistSongId: id };
}

import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { BREAK_LABELS, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { Flag } from '#web/ui/icons.ts';
import type { DisplayedRow } from './apply-changes.ts';
import { EditedRow } from './edited-row.tsx';
import { FinishShow } from './finish-show.tsx';
import { LiveDock, type Task } from './live-dock.tsx';
import { RemoveRowDialog } from './remove-row-dialog.tsx';
import { RunRows } from './run-rows.tsx';
import { listLabels } from './set-label-field.tsx';
import { useSetlist } from './use-setlist.ts';

type RunShowProps = {
  show: Show;
  serverRows: readonly SetlistEntry[];
  songs: readonly Song[];
  options: readonly Option[];
  waiting: ReactNode;
};

export function RunShow({ show, serverRows, songs, options, waiting }: RunShowProps) {
  const setlist = useSetlist(show, serverRows);
  const { rows } = setlist;
  const headingId = useId();
  const [task, setTask] = useState<Task>({ do: 'next' });
  const [editedRow, setEditedRow] = useState<SetlistEntry | null>(null);
  const [rowToRemove, setRowToRemove] = useState<DisplayedRow | null>(null);
  const [isFinishing, setFinishing] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const lastId = show.status === 'live' ? (rows.at(-1)?.id ?? '') : undefined;
  useScrollToEnd(end, { lastId, isListingUnsent: setlist.isListingUnsent });
  const subject = task.do === 'next' ? undefined : rows.find(({ id }) => id === task.rowId);
  const currentTask: Task = subject ? task : { do: 'next' };
  const showNextSong = () => setTask({ do: 'next' });
  // Keeps a row that was removed elsewhere during an edit, so that the typed text isn't lost.
  const isGone = editedRow !== null && !rows.some(({ id }) => id === editedRow.id);
  const displayedRows = isGone ? [...rows, { ...editedRow, isUnsent: false }] : rows;

  function onTap(row: DisplayedRow) {
    if (currentTask.do === 'move' && subject) {
      if (row.id !== subject.id) setlist.move(subject, row);
      showNextSong();
    } else if (subject?.id === row.id) showNextSong();
    else setTask({ do: 'row', rowId: row.id });
  }

  return (
    // Fills the viewport below the show picker, so the dock stays in the same place.
    <section aria-labelledby={headingId} className="flex min-h-[calc(100dvh-18.5rem)] flex-col">
      <div className="sheet">
        <RunHeader id={headingId} songCount={rows.length}>
          {show.status === 'live' && (
            <Button size="sm" onClick={() => setFinishing(true)}>
              <Flag aria-hidden />
              Finish
            </Button>
          )}
        </RunHeader>
        {rows.length === 0 && (
          <p className="px-4.5 py-8 text-center text-ink-dim">
            Nothing played yet. The first song you add is the opener.
          </p>
        )}
        <RunRows
          rows={displayedRows}
          selectedId={subject?.id}
          onTap={onTap}
          onDrop={setlist.move}
          renderForm={(row) =>
            editedRow?.id === row.id && (
              <EditedRow
                row={serverRows.find(({ id }) => id === row.id) ?? editedRow}
                songs={options}
                labels={listLabels(rows)}
                isGone={isGone}
                onEnd={() => setEditedRow(null)}
              />
            )
          }
        />
        <BreakMark row={show.status === 'live' ? rows.at(-1) : undefined} />
      </div>
      {waiting}
      <BottomDock>
        <LiveDock
          task={currentTask}
          subject={subject}
          setlist={setlist}
          songs={songs}
          canEdit={serverRows.some(({ id }) => id === subject?.id)}
          onTask={(next) => {
            if (next === 'edit')
              setEditedRow(serverRows.find(({ id }) => id === subject?.id) ?? null);
            if (next === 'remove') setRowToRemove(subject ?? null);
            const isAtDock = next === 'replace' || next === 'before' || next === 'move';
            setTask(isAtDock && subject ? { do: next, rowId: subject.id } : { do: 'next' });
          }}
          onFinish={show.status === 'live' ? () => setFinishing(true) : undefined}
        />
      </BottomDock>
      <div ref={end} />
      <RemoveRowDialog
        row={rowToRemove}
        onRemove={setlist.remove}
        onClose={() => setRowToRemove(null)}
      />
      <FinishShow
        show={show}
        rows={rows}
        unsentCount={setlist.unsentCount}
        rejectedTitles={setlist.rejectedTitles}
        open={isFinishing}
        onClose={() => setFinishing(false)}
      />
    </section>
  );
}

function RunHeader({
  id,
  songCount,
  children,
}: {
  id: string;
  songCount: number;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-2 border-ink border-b-2 px-3 py-1">
      <div>
        <h2 id={id} className="poster text-poster-sm">
          Current setlist
        </h2>
        <p className="text-ink-dim text-xs">{songCount === 1 ? '1 song' : `${songCount} songs`}</p>
      </div>
      {children}
    </div>
  );
}

function BreakMark({ row }: { row: DisplayedRow | undefined }) {
  const { breakAfter } = row ?? {};
  return (
    <p role="status" className="label px-3 text-ink-dim not-empty:py-2">
      {breakAfter && BREAK_LABELS[breakAfter]}
    </p>
  );
}

function BottomDock({ children }: { children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const raiseDock = () => {
      // A zoomed page has a smaller visual viewport without a keyboard.
      const covered =
        viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      if (dock.current) dock.current.style.bottom = `${Math.max(0, Math.round(covered))}px`;
    };
    viewport.addEventListener('resize', raiseDock);
    viewport.addEventListener('scroll', raiseDock);
    return () => {
      viewport.removeEventListener('resize', raiseDock);
      viewport.removeEventListener('scroll', raiseDock);
    };
  }, []);
  return (
    <div
      ref={dock}
      data-page-bar
      className="sticky bottom-0 z-20 -mx-4 mt-auto border-rail border-t bg-stage px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8"
    >
      {children}
    </div>
  );
}

function useScrollToEnd(
  end: RefObject<HTMLElement | null>,
  { lastId, isListingUnsent }: { lastId: string | undefined; isListingUnsent: boolean },
) {
  useEffect(() => {
    if (lastId !== undefined && !isFormFocused()) end.current?.scrollIntoView({ block: 'end' });
  }, [end, lastId]);
  // When the unsent changes disappear, the page would stay scrolled past the end.
  useEffect(() => {
    if (lastId === undefined || isListingUnsent || isFormFocused() || !end.current) return;
    const { bottom } = end.current.getBoundingClientRect();
    if (bottom < window.innerHeight) end.current.scrollIntoView({ block: 'end' });
  }, [end, lastId, isListingUnsent]);
}

function isFormFocused(): boolean {
  return document.activeElement?.closest('form') != null;
}

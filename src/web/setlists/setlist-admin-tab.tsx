import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { AddSongForm } from './add-song-form.tsx';
import { GoLive } from './go-live.tsx';
import { NextSongPanel } from './next-song-panel.tsx';
import { RunShow } from './run-show.tsx';
import { SealedNote } from './sealed-note.tsx';
import { SetlistEditor } from './setlist-editor.tsx';
import { useSetlistQueue } from './setlist-queue.ts';
import { WaitingChanges } from './waiting-changes.tsx';

type SetlistAdminTabProps = {
  show: Show | undefined;
  picker: ReactNode;
  statusControl: ReactNode;
};

export function SetlistAdminTab({ show, picker, statusControl }: SetlistAdminTabProps) {
  const songs = useQuery(queryFor(listSongs));
  const setlist = useQuery({
    ...queryFor(getSetlist, { params: { id: show?.id ?? '' } }),
    enabled: show !== undefined,
  });
  // Subscribed here, so that a change moves from the queue to the setlist in one render.
  useSetlistQueue();
  const rows = setlist.data ?? [];
  const [beforeId, setBeforeId] = useState<string | null>(null);
  const songField = useRef<HTMLInputElement>(null);
  const sheetArea = useRef<HTMLDivElement>(null);
  const isWide = useWideScreen();

  const renderTab = (songList: readonly Song[], options: readonly Option[]) => {
    const form = (
      <AddSongForm
        show={show}
        rows={setlist.data}
        isLoading={setlist.isLoading}
        songs={options}
        before={rows.find(({ id }) => id === beforeId)}
        onEndInsert={() => setBeforeId(null)}
        songField={songField}
      />
    );
    const waiting = show && <WaitingChanges show={show} rows={setlist.data} />;
    const sheet = !show ? (
      <EmptyState title="No show selected" text="Choose tonight's show to enter its setlist." />
    ) : (
      <Loaded
        query={setlist}
        label="Loading the setlist"
        errorMessage="The setlist could not be loaded."
        skeleton={<SkeletonRows count={6} />}
      >
        {(serverRows) =>
          isWide ? (
            <SetlistEditor
              key={show.id}
              show={show}
              serverRows={serverRows}
              songs={options}
              onInsertBefore={(row) => {
                setBeforeId(row.id);
                // Waits until the closing menu has returned the focus to its button.
                setTimeout(() => songField.current?.focus(), 50);
              }}
            />
          ) : (
            <RunShow
              key={show.id}
              show={show}
              serverRows={serverRows}
              songs={songList}
              options={options}
              waiting={waiting}
            />
          )
        }
      </Loaded>
    );
    const controls = (
      <div className="grid gap-4">
        <div className="flex gap-3 *:first:min-w-0 *:first:flex-1">
          {picker}
          {statusControl && <div className={SECONDARY}>{statusControl}</div>}
        </div>
        {show && show.status !== 'open' && <SealedNote show={show} />}
        {show && (
          <GoLive
            key={show.id}
            show={show}
            // On a phone, focusing the field would open the keyboard.
            onLive={() => (isWide ? songField : sheetArea).current?.focus()}
          />
        )}
      </div>
    );
    if (!isWide)
      return (
        <div className="grid gap-4">
          {controls}
          <div ref={sheetArea} tabIndex={-1} className="outline-none">
            {sheet}
          </div>
          {form}
        </div>
      );
    return (
      <div className="grid grid-cols-[22rem_minmax(0,1fr)] items-start gap-8">
        <div className="grid gap-4">
          {controls}
          {show && setlist.data && (
            <NextSongPanel key={show.id} show={show} serverRows={setlist.data} songs={songList} />
          )}
          {form}
          {waiting}
        </div>
        {sheet}
      </div>
    );
  };
  return (
    <Loaded
      query={songs}
      label="Loading songs"
      errorMessage="The songs could not be loaded."
      skeleton={<TabSkeleton />}
    >
      {(songList) => renderTab(songList, listSongOptions(songList, rows))}
    </Loaded>
  );
}

const SECONDARY =
  'w-26 [&_label]:font-normal [&_label]:text-dim [&_select]:border-rail [&_select]:bg-transparent';

function TabSkeleton() {
  return (
    <span className="grid gap-6 lg:grid-cols-[22rem_1fr]">
      <Skeleton className="h-96 w-full" />
      <span>
        <SkeletonRows count={6} />
      </span>
    </span>
  );
}

function listSongOptions(songs: readonly Song[], rows: readonly SetlistEntry[]): Option[] {
  const positions = new Map(rows.map(({ songId, position }) => [songId, position]));
  return songs.map(({ id, title, album }) => {
    const position = positions.get(id);
    const detail = position === undefined ? (album ?? undefined) : `Played at ${position}`;
    return { value: id, label: title, detail };
  });
}

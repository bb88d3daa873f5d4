import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { isSetlistSealed, predictionsLockAt, type Show } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { useWideScreen } from '#web/ui/use-wide-screen.ts';
import { AddSongForm } from './add-song-form.tsx';
import { NextSongPanel } from './next-song-panel.tsx';
import { RunShow } from './run-show.tsx';
import { useUnsentChanges } from './send-change.ts';
import { SetlistEditor } from './setlist-editor.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

type SetlistAdminTabProps = {
  show: Show | undefined;
  /** Chooses the show. */
  picker: ReactNode;
  /** Sets the chosen show live, or closes it. */
  statusControl: ReactNode;
};

/**
 * The actual setlist, song by song, while the show is on; and every correction of it. On a phone all
 * of a night is done with one thumb; where there is room, the rows have their tools beside them.
 */
export function SetlistAdminTab({ show, picker, statusControl }: SetlistAdminTabProps) {
  const songs = useQuery(queryFor(listSongs));
  const setlist = useQuery({
    ...queryFor(getSetlist, { params: { id: show?.id ?? '' } }),
    enabled: show !== undefined,
  });
  // What arrives leaves the queue and enters the setlist in one drawing, whoever below reads both.
  useUnsentChanges();
  const rows = setlist.data ?? [];
  const [beforeId, setBeforeId] = useState<string | null>(null);
  const songField = useRef<HTMLInputElement>(null);
  const isWide = useWideScreen();

  const tabWith = (all: readonly Song[], options: readonly Option[]) => {
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
    const waiting = show && <WaitingChanges showId={show.id} rows={setlist.data} />;
    const sheet = !show ? (
      <EmptyState
        title="No show selected"
        text="Choose the show of the night to enter its setlist."
      />
    ) : (
      <Loaded
        query={setlist}
        label="Loading the setlist"
        failed="The setlist could not be loaded."
        skeleton={<SkeletonRows count={6} />}
      >
        {(entered) =>
          isWide ? (
            <SetlistEditor
              key={show.id}
              show={show}
              entered={entered}
              songs={options}
              onInsertBefore={(row) => {
                setBeforeId(row.id);
                // Once the menu has given the focus back to its button.
                setTimeout(() => songField.current?.focus(), 50);
              }}
            />
          ) : (
            <RunShow
              key={show.id}
              show={show}
              entered={entered}
              songs={all}
              options={options}
              waiting={waiting}
            />
          )
        }
      </Loaded>
    );
    const choices = (
      <div className="grid gap-2">
        <div className="flex gap-3 *:first:min-w-0 *:first:flex-1 *:not-first:w-26">
          {picker}
          {statusControl}
        </div>
        {show && <SealedNote show={show} />}
      </div>
    );
    if (!isWide)
      return (
        <div className="grid gap-4">
          {choices}
          {sheet}
          {form}
        </div>
      );
    return (
      <div className="grid grid-cols-[22rem_minmax(0,1fr)] items-start gap-8">
        <div className="grid gap-4">
          {choices}
          {show && setlist.data && (
            <NextSongPanel key={show.id} show={show} entered={setlist.data} songs={all} />
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
      failed="The songs could not be loaded."
      skeleton={<TabSkeleton />}
    >
      {(all) => tabWith(all, songOptions(all, rows))}
    </Loaded>
  );
}

/** Why fans don't see what is entered. */
function SealedNote({ show }: { show: Show }) {
  // Draws again at the lock.
  useHasPassed(predictionsLockAt(show));
  if (!isSetlistSealed(show, serverNow())) return null;
  return (
    <p className="text-dim text-sm">
      Fans see this setlist when predictions lock or the show goes live.
    </p>
  );
}

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

/** Every song; one that was played tonight says where, so that a second time is meant. */
function songOptions(songs: readonly Song[], rows: readonly SetlistEntry[]): Option[] {
  const places = new Map(rows.map(({ songId, position }) => [songId, position]));
  return songs.map(({ id, title, album }) => {
    const place = places.get(id);
    const detail = place === undefined ? (album ?? undefined) : `Played at ${place}`;
    return { value: id, label: title, detail };
  });
}

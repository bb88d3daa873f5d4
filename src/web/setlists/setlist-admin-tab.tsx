import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { getSetlist } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton, SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';
import { AddSongForm } from './add-song-form.tsx';
import { SetlistEditor } from './setlist-editor.tsx';
import { songOptions } from './song-options.ts';
import { WaitingSongs } from './waiting-songs.tsx';

type SetlistAdminTabProps = {
  show: Show | undefined;
  /** Chooses the show. */
  picker: ReactNode;
  /** Sets the chosen show live, or closes it. */
  statusControl: ReactNode;
};

/** The actual setlist, song by song, while the show is on; and every correction of it. */
export function SetlistAdminTab({ show, picker, statusControl }: SetlistAdminTabProps) {
  const songs = useQuery(queryFor(listSongs));
  const setlist = useQuery({
    ...queryFor(getSetlist, { params: { id: show?.id ?? '' } }),
    enabled: show !== undefined,
  });
  const rows = setlist.data ?? [];
  const [beforeId, setBeforeId] = useState<string | null>(null);
  const songField = useRef<HTMLInputElement>(null);

  if (songs.isPending) return <TabSkeleton />;
  if (songs.isLoadingError)
    return <ErrorState message="The songs could not be loaded." onRetry={() => songs.refetch()} />;

  const options = songOptions(songs.data, rows);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-8">
      <div className="grid gap-4">
        <div className="flex gap-3 *:first:min-w-0 *:first:flex-1 *:not-first:w-26">
          {picker}
          {statusControl}
        </div>
        <AddSongForm
          show={show}
          rows={setlist.data}
          isLoading={setlist.isLoading}
          songs={options}
          before={rows.find(({ id }) => id === beforeId)}
          onEndInsert={() => setBeforeId(null)}
          songField={songField}
        />
        {show && <WaitingSongs showId={show.id} rows={setlist.data} />}
      </div>
      {!show && (
        <EmptyState
          title="No show selected"
          text="Choose the show of the night to enter its setlist."
        />
      )}
      {show && setlist.isPending && <SheetSkeleton />}
      {show && setlist.isLoadingError && (
        <ErrorState
          message="The setlist could not be loaded."
          onRetry={() => setlist.refetch()}
          pending={setlist.isFetching}
        />
      )}
      {show && setlist.data && (
        <SetlistEditor
          key={show.id}
          show={show}
          rows={setlist.data}
          songs={options}
          onInsertBefore={(row) => {
            setBeforeId(row.id);
            // Once the menu has given the focus back to its button.
            setTimeout(() => songField.current?.focus(), 50);
          }}
        />
      )}
    </div>
  );
}

function TabSkeleton() {
  return (
    <SkeletonRegion label="Loading songs" className="grid gap-6 lg:grid-cols-[22rem_1fr]">
      <Skeleton className="h-96 w-full" />
      <span>
        <SkeletonRows count={6} />
      </span>
    </SkeletonRegion>
  );
}

function SheetSkeleton() {
  return (
    <SkeletonRegion label="Loading the setlist">
      <SkeletonRows count={6} />
    </SkeletonRegion>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/combobox-option.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { useUnsentSongs } from './add-song.ts';
import { AddSongForm } from './add-song-form.tsx';
import { SetlistEditor } from './setlist-editor.tsx';
import { timesSeen, type UnsentSong } from './unsent-songs.ts';

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

  const tabWith = (options: ReturnType<typeof songOptions>) => (
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
      {show && (
        <Loaded
          query={setlist}
          label="Loading the setlist"
          failed="The setlist could not be loaded."
          skeleton={<SkeletonRows count={6} />}
        >
          {(entered) => (
            <SetlistEditor
              key={show.id}
              show={show}
              rows={entered}
              songs={options}
              onInsertBefore={(row) => {
                setBeforeId(row.id);
                // Once the menu has given the focus back to its button.
                setTimeout(() => songField.current?.focus(), 50);
              }}
            />
          )}
        </Loaded>
      )}
    </div>
  );
  return (
    <Loaded
      query={songs}
      label="Loading songs"
      failed="The songs could not be loaded."
      skeleton={<TabSkeleton />}
    >
      {(all) => tabWith(songOptions(all, rows))}
    </Loaded>
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

type WaitingSongsProps = { showId: string; rows: readonly SetlistEntry[] | undefined };

/** What was entered and is not in the setlist: for want of a line, or because it was refused. */
function WaitingSongs({ showId, rows }: WaitingSongsProps) {
  const { songs, isWaiting, retry, remove } = useUnsentSongs();
  const shown = songs.filter((song) => song.showId === showId && (isWaiting || song.refusal));
  return (
    <div>
      <p role="status" className="sr-only">
        {shown.length > 0 && `Not yet sent: ${shown.map(({ title }) => title).join(', ')}`}
      </p>
      {shown.length > 0 && (
        <Panel title="Not yet sent">
          {shown.some(({ refusal }) => !refusal) && (
            <p className="px-4.5 pb-3.5 text-dim text-sm">
              Kept on this device. What waits goes in, in this order, when the line is back.
            </p>
          )}
          <ol>
            {shown.map((song) => (
              <WaitingSong
                key={song.body.id}
                song={song}
                onRetry={() =>
                  retry(song.body.id, { timesSeen: timesSeen(song.body.songId, rows, []) })
                }
                onDrop={() => remove(song.body.id)}
              />
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

type WaitingSongProps = { song: UnsentSong; onRetry: () => void; onDrop: () => void };

function WaitingSong({ song: { title, body, refusal }, onRetry, onDrop }: WaitingSongProps) {
  const facts = [body.setLabel, body.isCloser && 'Closer', body.notes].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rail/60 border-t px-4.5 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{title}</p>
        {refusal && <p className="text-danger text-sm">{refusal}</p>}
        {facts && <p className="wrap-anywhere text-dim text-sm">{facts}</p>}
      </div>
      {refusal && (
        <Button size="sm" aria-label={`Add ${title} all the same`} onClick={onRetry}>
          Add all the same
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Drop ${title}`} onClick={onDrop}>
        Drop
      </Button>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { getSongDeletion } from '#contract/deletion-impact.ts';
import { deleteSong, listSongs, type Song } from '#contract/songs.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Plus } from '#web/ui/icons.ts';
import { JUMP_BAR_ROWS, JumpBar } from '#web/ui/list/jump-bar.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { createSongSearch } from './find-songs.ts';
import { findGroup, groupSongs } from './group-songs.ts';
import { SongDialog } from './song-dialog.tsx';
import { SongTable } from './song-table.tsx';

type SongsAdminTabProps = {
  timeZone: string;
};

export function SongsAdminTab({ timeZone }: SongsAdminTabProps) {
  const songs = useQuery(queryFor(listSongs));
  const [searchText, setSearchText] = useState('');
  const filter = useDeferredValue(searchText);
  const editDialog = useDialogItem<Song>();
  const deleteDialog = useDialogItem<Song>();
  const songToDelete = deleteDialog.subject;
  const remove = useMutation(
    mutationFor(deleteSong, {
      send: callWithFreshSignIn<typeof deleteSong>,
      successToast: 'Song deleted successfully',
      errorToast: 'Failed to delete song',
      onSuccess() {
        deleteDialog.close();
        editDialog.close();
      },
    }),
  );

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          className="min-w-0 flex-1 basis-40"
          label="Search songs"
          placeholder="Search songs..."
          text={searchText}
          onChange={setSearchText}
        />
        <Button variant="lamp" onClick={() => editDialog.show()}>
          <Plus aria-hidden />
          Create Song
        </Button>
      </div>
      <Loaded query={songs} label="Loading songs" errorMessage="The songs could not be loaded.">
        {(allSongs) => (
          <FilteredSongs {...{ timeZone, filter }} songs={allSongs} onEdit={editDialog.show} />
        )}
      </Loaded>
      <SongDialog
        key={`edit ${editDialog.key}`}
        song={editDialog.subject && songs.data?.find(({ id }) => id === editDialog.subject?.id)}
        timeZone={timeZone}
        open={editDialog.open}
        onClose={editDialog.close}
        onDelete={deleteDialog.show}
      />
      {songToDelete && (
        <ConfirmDeletion
          key={`delete ${deleteDialog.key}`}
          open={deleteDialog.open}
          onOpenChange={deleteDialog.close}
          title={`Delete “${songToDelete.title}”?`}
          text="The song will be removed from all predictions and setlists. This cannot be undone."
          impactQuery={queryFor(getSongDeletion, { params: { id: songToDelete.id } })}
          confirmLabel="Delete Song"
          pendingText="Deleting..."
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: songToDelete.id } })}
        />
      )}
    </div>
  );
}

type FilteredSongsProps = {
  songs: readonly Song[];
  filter: string;
  timeZone: string;
  onEdit: (song: Song) => void;
};

function FilteredSongs({ songs, filter, timeZone, onEdit }: FilteredSongsProps) {
  const search = useMemo(() => createSongSearch(songs), [songs]);
  const matches = useMemo(() => search(filter), [search, filter]);
  const isSearch = filter.trim() !== '';
  // The best matches of a search come first.
  const groups = useMemo(
    () => (isSearch ? [{ title: '', items: matches }] : groupSongs(matches, 'title', timeZone)),
    [matches, isSearch, timeZone],
  );
  if (songs.length === 0)
    return (
      <EmptyState
        title="No songs found"
        text="Create the first one, or import a whole catalog on the Setup tab."
      />
    );
  if (matches.length === 0) return <EmptyState title="No songs match your search" />;
  return (
    <>
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        {matches.length === 1 ? '1 song' : `${matches.length.toLocaleString('en-US')} songs`}
      </p>
      {matches.length >= JUMP_BAR_ROWS && groups.length > 1 && (
        <JumpBar
          label="Jump to letter"
          titles={groups.map(({ title }) => title)}
          {...{ groups, findGroup }}
        />
      )}
      <SongTable groups={groups} onEdit={onEdit} />
    </>
  );
}

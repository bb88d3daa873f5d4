import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { deleteSong, listSongs, type Song } from '#contract/songs.ts';
import { call } from '#web/http/call.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useChange } from '#web/http/use-change.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SongDialog } from './song-dialog.tsx';
import { SongTable } from './song-table.tsx';

type SongsAdminTabProps = {
  /** The band's. */
  timeZone: string;
};

/** The song database as administrators keep it. */
export function SongsAdminTab({ timeZone }: SongsAdminTabProps) {
  const songs = useQuery(queryFor(listSongs));
  const [wanted, setWanted] = useState('');
  // The list follows a moment behind the typing, however many songs there are.
  const filter = useDeferredValue(wanted.trim().toLowerCase());
  // `turn` gives each opening of the dialog a form of its own.
  const [dialog, setDialog] = useState<DialogState>({ turn: 0, open: false, song: undefined });
  const [doomed, setDoomed] = useState<{ song: Song; open: boolean } | null>(null);
  const remove = useChange({
    call: (song: Song) => call(deleteSong, { params: { id: song.id } }),
    done: 'Song deleted successfully',
    failed: 'Failed to delete song',
  });
  const openDialog = (song?: Song) => setDialog({ turn: dialog.turn + 1, open: true, song });

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-0 flex-1 basis-40"
          type="search"
          label="Search songs"
          labelHidden
          placeholder="Search songs..."
          icon={<Search aria-hidden />}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        <Button variant="lamp" onClick={() => openDialog()}>
          <Plus aria-hidden />
          Create Song
        </Button>
      </div>
      <Loaded query={songs} label="Loading songs" failed="The songs could not be loaded.">
        {(all) => (
          <FoundSongs
            all={all}
            filter={filter}
            onEdit={openDialog}
            onDelete={(song) => setDoomed({ song, open: true })}
          />
        )}
      </Loaded>
      <SongDialog
        key={dialog.turn}
        song={dialog.song}
        timeZone={timeZone}
        open={dialog.open}
        onClose={() => setDialog({ ...dialog, open: false })}
      />
      {doomed && (
        <ConfirmDialog
          open={doomed.open}
          onOpenChange={(open) => setDoomed({ ...doomed, open })}
          title={`Delete “${doomed.song.title}”?`}
          text="The song will be removed from all predictions and setlists. This cannot be undone."
          confirmLabel="Delete Song"
          pendingText="Deleting..."
          pending={remove.isPending}
          onConfirm={() =>
            remove.run(doomed.song, { onDone: () => setDoomed({ ...doomed, open: false }) })
          }
        />
      )}
    </div>
  );
}

interface DialogState {
  turn: number;
  open: boolean;
  song: Song | undefined;
}

type FoundSongsProps = {
  all: readonly Song[];
  filter: string;
  onEdit: (song: Song) => void;
  onDelete: (song: Song) => void;
};

function FoundSongs({ all, filter, ...actions }: FoundSongsProps) {
  const found = all.filter(({ title }) => title.toLowerCase().includes(filter));
  if (all.length === 0)
    return (
      <EmptyState
        title="No songs found"
        text="Create the first one, or fill in the whole catalogue on the Setup tab."
      />
    );
  if (found.length === 0) return <EmptyState title="No songs match your search" />;
  return (
    <>
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        {found.length === 1 ? '1 song' : `${found.length.toLocaleString('en-US')} songs`}
      </p>
      <SongTable songs={found} {...actions} />
    </>
  );
}

import type { SetlistEntry } from '#contract/setlists.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useUnsentSongs } from './add-song.ts';
import { timesSeen, type UnsentSong } from './unsent-songs.ts';

type WaitingSongsProps = { showId: string; rows: readonly SetlistEntry[] | undefined };

/** What was entered and is not in the setlist: for want of a line, or because it was refused. */
export function WaitingSongs({ showId, rows }: WaitingSongsProps) {
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

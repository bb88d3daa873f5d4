import { type ReactNode, useState } from 'react';
import type { PlayedSong } from '#contract/statistics.ts';
import { useBand } from '#web/band/use-band.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { SongLink } from './song-link.tsx';

type RankedSongsProps = {
  /** Most played first. */
  songs: readonly PlayedSong[];
  label: string;
  renderBadge: (song: PlayedSong) => ReactNode;
};

/** Ties share a rank. */
export function RankedSongs({ songs, label, renderBadge }: RankedSongsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const timeZone = useBand()?.timeZone ?? 'UTC';
  const visibleSongs = showsAll ? songs : songs.slice(0, COLLAPSED_COUNT);
  return (
    <div className="grid gap-4">
      <ol aria-label={label} className="overflow-hidden rounded-panel border border-rail bg-stage">
        {visibleSongs.map((song) => (
          <li
            key={song.id}
            className="relative grid min-h-15 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 sm:gap-x-3.5 border-rail/60 border-b py-2 pr-4.5 pl-2 last:border-b-0 hover:bg-text/4"
          >
            <span className="poster text-right text-dim text-poster-sm">
              {1 + songs.findIndex(({ timesPlayed }) => timesPlayed === song.timesPlayed)}
            </span>
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <SongLink song={song} coversRow />
                {renderBadge(song)}
              </span>
              {song.lastPlayed && (
                <span className="block text-dim text-xs">
                  Last played: {shortDate(song.lastPlayed, timeZone)}
                </span>
              )}
            </span>
            <span className="poster text-poster-sm">
              {song.timesPlayed}
              <span className="ml-1 font-body font-normal text-dim text-sm tracking-normal max-[23.4rem]:sr-only">
                {song.timesPlayed === 1 ? 'play' : 'plays'}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {visibleSongs.length < songs.length && (
        <Button className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {songs.length.toLocaleString('en-US')} songs
        </Button>
      )}
    </div>
  );
}

const COLLAPSED_COUNT = 25;

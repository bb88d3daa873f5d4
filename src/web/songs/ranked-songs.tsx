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
  const maxPlays = songs[0]?.timesPlayed ?? 1;
  const visibleSongs = showsAll ? songs : songs.slice(0, COLLAPSED_COUNT);
  return (
    <div className="grid gap-4">
      <ol aria-label={label} className="overflow-hidden rounded-panel border border-rail bg-stage">
        {visibleSongs.map((song) => (
          <li
            key={song.id}
            className="relative grid min-h-15 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 border-rail/60 border-b py-2 pr-4.5 pl-2 last:border-b-0 hover:bg-text/4 sm:gap-x-3.5 lg:grid-cols-[2rem_minmax(0,1fr)_auto_7rem]"
          >
            <span className="poster row-span-2 text-right text-dim text-poster-sm lg:row-span-1">
              {1 + songs.findIndex(({ timesPlayed }) => timesPlayed === song.timesPlayed)}
            </span>
            <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              <SongLink song={song} coversRow />
              {renderBadge(song)}
            </span>
            <span className="col-start-2 row-start-2 text-dim text-xs lg:col-start-3 lg:row-start-1 lg:text-sm">
              {song.lastPlayed && `Last played: ${shortDate(song.lastPlayed, timeZone)}`}
            </span>
            <span className="poster col-start-3 row-span-2 row-start-1 text-right text-poster-sm lg:col-start-4 lg:row-span-1">
              {song.timesPlayed}
              <span className="ml-1 font-body font-normal text-dim text-sm tracking-normal max-[23.4rem]:sr-only">
                {song.timesPlayed === 1 ? 'play' : 'plays'}
              </span>
            </span>
            <span
              aria-hidden
              className="absolute bottom-0 left-0 h-0.5 rounded-r-full bg-text/30"
              style={{ width: `${(song.timesPlayed / maxPlays) * 100}%` }}
            />
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

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
            className="relative grid min-h-14 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-rail/60 border-b py-2.5 pr-4.5 pl-2 last:border-b-0 hover:bg-text/4 sm:gap-x-3.5 lg:grid-cols-[2rem_minmax(0,1fr)_6.5rem_11rem_minmax(7rem,14rem)_5.5rem] lg:py-1.5"
          >
            <span className="poster text-right text-dim text-poster-sm">
              {1 + songs.findIndex(({ timesPlayed }) => timesPlayed === song.timesPlayed)}
            </span>
            <SongLink song={song} coversRow />
            <span className="col-span-2 col-start-2 row-start-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-dim text-xs lg:contents">
              <span className="lg:col-start-3 lg:row-start-1">{renderBadge(song)}</span>
              <span className="lg:col-start-4 lg:row-start-1 lg:text-sm">
                {song.lastPlayed && `Last played: ${shortDate(song.lastPlayed, timeZone)}`}
              </span>
            </span>
            <span
              aria-hidden
              className="col-span-2 col-start-2 row-start-3 block h-1 rounded-full bg-rail/60 lg:col-span-1 lg:col-start-5 lg:row-start-1 lg:h-2"
            >
              <span
                className="block h-full rounded-full bg-text/85"
                style={{ width: `${(song.timesPlayed / maxPlays) * 100}%` }}
              />
            </span>
            <span className="poster col-start-3 row-start-1 text-right text-poster-sm lg:col-start-6">
              {song.timesPlayed.toLocaleString('en-US')}
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

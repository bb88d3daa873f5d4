import { type ReactNode, useId } from 'react';
import type { PredictionSong } from '#contract/predictions.ts';
import { getNextPosition } from '#contract/reachable-points.ts';
import type { PlayedRow } from '#contract/scoring.ts';
import type { SongSwing } from '#contract/song-swings.ts';
import { formatSpot } from '../live-text.ts';

type SwingListProps = {
  title: ReactNode;
  swings: readonly SongSwing[];
  songs: readonly PredictionSong[];
  rows: readonly PlayedRow[];
  odds: ReadonlyMap<string, number> | undefined;
  emptyText: ReactNode;
  sign: '+' | '−';
};

export function SwingList({ title, swings, songs, rows, odds, emptyText, sign }: SwingListProps) {
  const headingId = useId();
  const titles = new Map(songs.map((song) => [song.id, song.title]));
  const getChance = ({ songId }: SongSwing) => odds?.get(songId) ?? 0;
  const likeliest = swings.toSorted((a, b) => getChance(b) - getChance(a)).slice(0, MAX_SONGS);
  return (
    <div>
      <h3 id={headingId} className="label text-dim">
        {title}
      </h3>
      {likeliest.length === 0 && <p className="pt-1">{emptyText}</p>}
      <ul aria-labelledby={headingId}>
        {likeliest.map((swing) => (
          <li
            key={swing.songId}
            className="flex min-h-11 items-center justify-between gap-x-4 border-rail/60 border-b py-1.5 tabular-nums last:border-b-0"
          >
            <bdi className="poster wrap-anywhere min-w-0 text-poster-sm">
              {titles.get(swing.songId)}
            </bdi>
            <span className="shrink-0 text-right text-dim text-sm">
              {odds && (
                <span className="font-semibold text-text">{formatChance(getChance(swing))}, </span>
              )}
              {formatSpot(swing.spot, getNextPosition(rows))}
              <span className="block">
                {sign}
                {swing.gain} pts
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const MAX_SONGS = 4;

function formatChance(chance: number): string {
  return `${Math.round(100 * chance)}%`;
}

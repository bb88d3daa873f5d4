import { useState } from 'react';
import { type Crowd, formatShare } from '#contract/crowd.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Panel } from '#web/ui/panel.tsx';

type SongSharesProps = { crowd: Crowd; playedIds: ReadonlySet<string> };

export function SongShares({ crowd, playedIds }: SongSharesProps) {
  const { sheets, songs } = crowd;
  const [showsAll, setShowsAll] = useState(false);
  const visibleSongs = showsAll ? songs : songs.slice(0, MAX_PICKS);
  return (
    <Panel
      title="Most called songs"
      as="h3"
      aside={<p className="text-dim text-sm">{sheets.toLocaleString('en-US')} sheets</p>}
    >
      <ol className="px-4.5 pb-3">
        {visibleSongs.map(({ songId, title, calls }) => (
          <ShareRow
            key={songId}
            title={title}
            calls={calls}
            sheets={sheets}
            isPlayed={playedIds.has(songId)}
          />
        ))}
      </ol>
      {visibleSongs.length < songs.length && (
        <div className="px-4.5 pb-4.5">
          <Button onClick={() => setShowsAll(true)}>Show all {songs.length} songs</Button>
        </div>
      )}
    </Panel>
  );
}

type ShareRowProps = { title: string; calls: number; sheets: number; isPlayed?: boolean };

export function ShareRow({ title, calls, sheets, isPlayed = false }: ShareRowProps) {
  return (
    <li className="grid gap-1.5 border-rail/60 border-b py-2.5 last:border-b-0">
      <div className="flex items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
          <bdi className="font-semibold">{title}</bdi>
          {isPlayed && <Badge tone="exact">Played</Badge>}
        </span>
        <span className="shrink-0 text-right tabular-nums">
          <span className="font-semibold">{formatShare(calls, sheets)}</span>{' '}
          <span className="text-dim text-sm">{calls.toLocaleString('en-US')}</span>
        </span>
      </div>
      <div aria-hidden className="h-1.5 rounded-full bg-rail">
        <div
          className={classes(
            'h-full min-w-1 rounded-full',
            isPlayed ? 'bg-exact-on-hall' : 'bg-text/70',
          )}
          style={{ width: `${(calls / sheets) * 100}%` }}
        />
      </div>
    </li>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { HousePlayer } from '#contract/house-players.ts';
import { HOUSE_NAMES } from '#contract/house-points.ts';
import { paths } from '#contract/pages.ts';

interface HouseEntry {
  player: HousePlayer;
  points: number;
  note?: ReactNode;
}

export function HouseStrip({ entries }: { entries: readonly HouseEntry[] }) {
  return (
    <section aria-label="House players" className="rounded-panel border border-rail bg-stage">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-3.5">
        <p className="text-dim text-sm">
          <span className="caps">House players</span> (unranked)
        </p>
        <Link
          href={paths.house()}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Who are they?
        </Link>
      </div>
      <dl className="grid grid-cols-3 border-rail border-t">
        {entries.map(({ player, points, note }) => (
          <div
            key={player}
            className="min-w-0 border-rail px-2.5 py-2.5 not-first:border-l first:pl-3.5 sm:px-3.5"
          >
            <dt className="wrap-anywhere font-semibold text-sm leading-tight">
              {HOUSE_NAMES[player]}
            </dt>
            <dd className="poster mt-1.5 text-poster-sm">
              {points.toLocaleString('en-US')}{' '}
              <span className="font-body font-normal text-dim text-sm">pts</span>
            </dd>
            {note && <dd className="mt-1 text-dim text-xs tabular-nums">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

export function HouseStripPlaceholder() {
  return <div className="min-h-32" />;
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { getMyHouseRecord, type HousePlayer } from '#contract/house-players.ts';
import { formatHouseRecord, HOUSE_NAMES, isHousePlayer } from '#contract/house-points.ts';
import { paths } from '#contract/pages.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ChevronDown } from '#web/ui/icons.ts';
import { HouseAvatar } from './house-avatar.tsx';

export function HouseFold({ children }: { children: ReactNode }) {
  const record = useQuery(queryFor(getMyHouseRecord)).data;
  return (
    <section aria-label="House players">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md text-sm [&::-webkit-details-marker]:hidden">
          {record && record.nights > 0 ? formatHouseRecord(record) : 'House players'}
          <ChevronDown aria-hidden className="size-4 shrink-0 text-dim group-open:rotate-180" />
        </summary>
        <div className="rounded-panel border border-rail bg-stage">
          <div className="flex flex-wrap items-center justify-between gap-x-4 px-3.5">
            <p className="text-dim text-sm">House players are unranked</p>
            <Link
              href={paths.house()}
              className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
            >
              Who are they?
            </Link>
          </div>
          <div className="border-rail border-t">{children}</div>
        </div>
      </details>
    </section>
  );
}

interface HouseEntry {
  player: HousePlayer;
  points: number;
  note?: ReactNode;
}

export function HouseEntries({ entries: allEntries }: { entries: readonly HouseEntry[] }) {
  const entries = allEntries.filter(({ player }) => isHousePlayer(player));
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-b-panel bg-rail sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none">
      {entries.map(({ player, points, note }) => (
        <div key={player} className="min-w-0 bg-stage px-3.5 py-2.5 max-sm:last:odd:col-span-2">
          <dt className="wrap-anywhere flex flex-wrap items-center gap-2 font-semibold text-sm leading-tight">
            <HouseAvatar player={player} size="sm" />
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
  );
}

export function HouseNote({ children }: { children: ReactNode }) {
  return <p className="px-3.5 py-3 text-dim text-sm">{children}</p>;
}

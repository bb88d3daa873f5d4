import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { MyStatistics, SongCalls } from '#contract/statistics.ts';
import { Panel } from '#web/ui/panel.tsx';

type CallsProps = { statistics: Pick<MyStatistics, 'bestCalls' | 'worstCalls'> };

export function BestAndWorstCalls({ statistics }: CallsProps) {
  const { bestCalls, worstCalls } = statistics;
  return (
    <>
      {bestCalls.length > 0 && (
        <Panel title="Best Calls">
          <Calls calls={bestCalls} />
        </Panel>
      )}
      {worstCalls.length > 0 && (
        <Panel title="Worst Calls">
          <Calls calls={worstCalls} countsMisses />
        </Panel>
      )}
    </>
  );
}

type CallsListProps = {
  calls: readonly SongCalls[];
  countsMisses?: boolean;
};

function Calls({ calls, countsMisses = false }: CallsListProps) {
  return (
    <ul>
      {calls.map(({ id, title, picks, hits, points }) => (
        <li key={id} className="border-rail/60 border-t">
          <Link
            href={paths.song({ id })}
            className="flex min-h-12 items-center justify-between gap-4 px-4.5 py-2 -outline-offset-2 hover:bg-text/5"
          >
            <span className="min-w-0">
              <bdi className="wrap-anywhere font-semibold">{title}</bdi>
              <span className="block text-dim text-sm">
                Played {hits} of {picks} {picks === 1 ? 'time' : 'times'}
              </span>
            </span>
            <span className="poster shrink-0 text-xl">
              {countsMisses ? picks - hits : points}{' '}
              <span className="font-body font-normal text-dim text-sm">
                {countsMisses ? 'missed' : points === 1 ? 'point' : 'points'}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

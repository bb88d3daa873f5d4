import { Link } from 'wouter';
import type { FanTour } from '#contract/fans.ts';
import { paths } from '#contract/pages.ts';
import { formatStanding } from '#contract/scorecard.ts';
import { RankMedal } from '#web/board/board-row.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function FanTours({ tours }: { tours: readonly FanTour[] }) {
  if (tours.length === 0) return null;
  return (
    <Panel title="Tours">
      <ul>
        {tours.map((tour) => (
          <li
            key={tour.name}
            className="flex min-h-14 items-center gap-4 border-rail/60 border-t px-4.5 py-2.5"
          >
            <span className="min-w-0 flex-1">
              <Link
                href={paths.globalLeaderboard({ tour: tour.name })}
                className="wrap-anywhere -my-2 rounded-md py-2 font-semibold underline-offset-4 hover:underline"
              >
                <bdi>{tour.name}</bdi>
              </Link>
              <span className="block text-dim text-sm">
                {tour.showCount} {tour.showCount === 1 ? 'show' : 'shows'}
                {tour.isOver && (
                  <>
                    {' · '}
                    <Link
                      href={paths.tourRecap({ tour: tour.name })}
                      className="-my-2 rounded-md py-2 underline underline-offset-4"
                    >
                      Recap
                    </Link>
                  </>
                )}
              </span>
            </span>
            <Place standing={tour} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type PlaceProps = { standing: { points: number; rank: number; total: number } };

export function Place({ standing }: PlaceProps) {
  const { points, rank } = standing;
  return (
    <span className="shrink-0 text-right">
      <span className="poster block text-xl">
        {points.toLocaleString('en-US')}{' '}
        <span className="font-body font-normal text-dim text-sm">
          {points === 1 ? 'point' : 'points'}
        </span>
      </span>
      <span className="flex items-center justify-end gap-1.5 text-dim text-sm tabular-nums">
        {points > 0 && <RankMedal rank={rank} />}
        {formatStanding(standing)}
      </span>
    </span>
  );
}

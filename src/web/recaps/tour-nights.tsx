import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { formatPlace } from '#contract/shows.ts';
import { formatCount } from '#contract/tour-card.ts';
import type { TourNight, TourRecap } from '#contract/tour-recaps.ts';
import { dayDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function TourNights({ recap: { nights, bestNight, worstNight } }: { recap: TourRecap }) {
  return (
    <Panel title="Night by night">
      <ol>
        {nights.map((night) => (
          <Night
            key={night.show.id}
            night={night}
            mark={
              night.show.id === bestNight
                ? "Crowd's best"
                : night.show.id === worstNight
                  ? "Crowd's worst"
                  : undefined
            }
          />
        ))}
      </ol>
    </Panel>
  );
}

function Night({ night, mark }: { night: TourNight; mark: string | undefined }) {
  const { show, fans, averageScore, bestPoints } = night;
  return (
    <li className="flex min-h-14 items-center gap-4 border-rail/60 border-t px-4.5 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={paths.showRecap({ id: show.id })}
            className="-my-2 min-w-0 rounded-md py-2 font-semibold underline-offset-4 hover:underline"
          >
            <LongName name={show.name} />
          </Link>
          {mark && <Badge>{mark}</Badge>}
        </span>
        <span className="block text-dim text-sm">
          {dayDate(show.date, show.timeZone)} · {formatPlace(show)}
        </span>
      </span>
      {fans > 0 && (
        <span className="shrink-0 text-right">
          <span className="poster block text-xl">
            {Number(averageScore).toFixed(1)}{' '}
            <span className="font-body font-normal text-dim text-sm">average</span>
          </span>
          <span className="block text-dim text-sm tabular-nums">
            best {bestPoints} · {formatCount(fans, 'fan')}
          </span>
        </span>
      )}
    </li>
  );
}

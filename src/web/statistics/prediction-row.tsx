import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { clockTime, ownTimeZone, shortDate } from '#web/time/venue-time.ts';

type PredictionRowProps = {
  prediction: Prediction;
  badge: ReactNode;
  /** At the right end. */
  aside?: ReactNode;
};

/** A prediction in a list: its show, its songs, when it was submitted. Leads to its card. */
export function PredictionRow({ prediction, badge, aside }: PredictionRowProps) {
  const { show, showId, songs, submittedAt } = prediction;
  const zone = ownTimeZone();
  return (
    <li className="border-rail/60 border-t">
      <Link
        href={paths.myPredictions({ show: showId })}
        className="flex min-h-14 flex-wrap items-center justify-end gap-x-4 gap-y-1 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
      >
        <span className="min-w-0 flex-1 basis-40">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 font-semibold">{show.name}</span>
            {badge}
          </span>
          <span className="block text-dim text-sm">
            {shortDate(show.date, show.timeZone)} · {songs.length}{' '}
            {songs.length === 1 ? 'song' : 'songs'}
          </span>
          <span className="block text-dim text-sm">
            Submitted {shortDate(submittedAt, zone)}, {clockTime(submittedAt, zone)}
          </span>
        </span>
        {aside}
      </Link>
    </li>
  );
}

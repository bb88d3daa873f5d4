import { useId } from 'react';
import { Link } from 'wouter';
import type { FanSheet } from '#contract/fan-sheets.ts';
import { paths } from '#contract/pages.ts';
import { formatPlace } from '#contract/shows.ts';
import { ScoreTotal } from '#web/score-display/score-total.tsx';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { SheetPicks } from '#web/score-display/sheet-picks.tsx';
import { browserTimeZone, longDate, timeWithZone } from '#web/time/venue-time.ts';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';

type FanSheetCardProps = FanSheet & { sheet: NonNullable<FanSheet['sheet']> };

export function FanSheetCard({ username, show, sheet }: FanSheetCardProps) {
  const { points, submittedAt, standing, picks } = sheet;
  const titleId = useId();
  const zone = browserTimeZone();
  return (
    <Sheet aria-labelledby={titleId} className="-mx-3 pb-6 sm:mx-0">
      <SheetHeader
        id={titleId}
        title={<bdi>{show.name}</bdi>}
        subtitle={
          <>
            <p>
              {formatPlace(show)} · {longDate(show.date, show.timeZone)}
            </p>
            <p className="wrap-anywhere mt-2 font-semibold text-ink">
              Prediction by{' '}
              <Link
                href={paths.fan({ username })}
                className="rounded-md underline-offset-4 hover:underline"
              >
                <bdi>{username}</bdi>
              </Link>
            </p>
            <p>
              Submitted {longDate(submittedAt, zone)}, {timeWithZone(submittedAt, zone)}
            </p>
          </>
        }
        aside={<ScoreTotal prediction={{ points, show }} rows={picks} standing={standing} />}
      />
      <SheetPicks picks={picks} />
      {picks.some(({ score }) => score) && <ScoringLegend show={show} />}
    </Sheet>
  );
}

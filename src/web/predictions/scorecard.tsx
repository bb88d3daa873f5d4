import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { useUser } from '#web/session/use-user.ts';
import { placeOf } from '#web/show-display/shown-show.ts';
import { longDate } from '#web/time/venue-time.ts';
import { Sheet, SheetHeader } from '#web/ui/sheet.tsx';
import { breakdownOf, pointsSoFar } from './breakdown.ts';
import { CardFoot } from './card-foot.tsx';
import { ScoreBreakdown } from './score-breakdown.tsx';
import { ScoringLegend } from './scoring-legend.tsx';
import type { Standing } from './use-results.ts';

type ScorecardProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  /** Null while it is not known. */
  standing: Standing | null;
};

/** What each pick came to, and what they come to together. */
export function Scorecard({ prediction, setlist, standing }: ScorecardProps) {
  const { show, songs, points } = prediction;
  const { username } = useUser();
  const rows = breakdownOf(songs, setlist);
  const isLive = show.status === 'live';
  const titleId = useId();
  return (
    <Sheet aria-labelledby={titleId} className="-mx-3 sm:mx-0">
      <SheetHeader
        id={titleId}
        as="h3"
        title={show.name}
        subtitle={
          <>
            <p>
              {placeOf(show)} · {longDate(show.date, show.timeZone)}
            </p>
            <p className="mt-2 font-semibold text-ink">Prediction by {username}</p>
          </>
        }
        aside={
          <>
            <Total points={points} soFar={isLive ? pointsSoFar(rows) : null} />
            {standing && (points !== null || isLive) && (
              <p className="poster mt-1.5 text-xl">
                #{standing.rank.toLocaleString('en-US')} / {standing.total.toLocaleString('en-US')}
              </p>
            )}
          </>
        }
      />
      {setlist.length > 0 ? (
        <ScoreBreakdown rows={rows} />
      ) : (
        <p className="px-6 py-12 text-center text-ink-dim">Setlist not available yet</p>
      )}
      <ScoringLegend />
      <CardFoot />
    </Sheet>
  );
}

type TotalProps = {
  points: number | null;
  /** Of a live show; null otherwise. */
  soFar: number | null;
};

/** Stored points are the score; what a live show came to until now never looks like it. */
function Total({ points, soFar }: TotalProps) {
  const [figure, label] =
    points !== null
      ? [points, 'Total points']
      : soFar !== null
        ? [soFar, 'Points so far']
        : ['–', 'Not scored yet'];
  return (
    <p>
      <span className="poster block font-black text-6xl leading-[0.85]">{figure} </span>
      <span className="mt-2 block text-ink-dim text-xs">{label}</span>
    </p>
  );
}

import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { breakdownOf } from '#web/score-display/breakdown.ts';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { placeOf } from '#web/show-display/shown-show.ts';
import { longDate } from '#web/time/venue-time.ts';
import { Sheet, SheetHeader } from '#web/ui/sheet.tsx';
import { CardFoot } from './card-foot.tsx';
import { PredictedBy } from './predicted-by.tsx';
import { ScoreBreakdown } from './score-breakdown.tsx';
import { ScoreTotal } from './score-total.tsx';
import type { Standing } from './use-results.ts';

type ScorecardProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  /** Null while it is not known. */
  standing: Standing | null;
};

/** What each pick came to, and what they come to together. */
export function Scorecard({ prediction, setlist, standing }: ScorecardProps) {
  const { show } = prediction;
  const rows = breakdownOf(prediction, setlist);
  const titleId = useId();
  return (
    // On small screens at most 450 px wide (product rule).
    <Sheet aria-labelledby={titleId} className="print-card max-sm:mx-auto max-sm:max-w-[450px]">
      <SheetHeader
        id={titleId}
        as="h3"
        title={<bdi>{show.name}</bdi>}
        subtitle={
          <>
            <p>
              {placeOf(show)} · {longDate(show.date, show.timeZone)}
            </p>
            <p className="mt-2 font-semibold text-ink">
              <PredictedBy />
            </p>
          </>
        }
        aside={<ScoreTotal prediction={prediction} rows={rows} standing={standing} />}
      />
      {setlist.length > 0 ? (
        <ScoreBreakdown rows={rows} />
      ) : (
        <p className="px-6 py-12 text-center text-ink-dim">Setlist not available yet</p>
      )}
      <ScoringLegend show={show} />
      <CardFoot />
    </Sheet>
  );
}

import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { formatPlace } from '#contract/shows.ts';
import { useBand } from '#web/band/use-band.ts';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { SheetPicks } from '#web/score-display/sheet-picks.tsx';
import { browserTimeZone, longDate } from '#web/time/venue-time.ts';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';
import { CardFooter, PredictedBy } from './card-parts.tsx';

type PredictionCardProps = {
  prediction: Prediction;
  /** Null before the prediction has points. */
  setlist: readonly SetlistEntry[] | null;
};

export function PredictionCard({ prediction, setlist }: PredictionCardProps) {
  const { show, songs, points, submittedAt } = prediction;
  const productName = useBand()?.productName;
  const titleId = useId();
  const results =
    setlist && new Map(scoreRows(prediction, setlist).map((row) => [row.position, row]));
  const picks = songs.map((song) => ({
    ...song,
    score: results?.get(song.position)?.score ?? null,
  }));
  return (
    <Sheet aria-labelledby={titleId} className="print-card">
      {productName && (
        <p className="poster -mb-3 px-4.5 pt-7 font-black text-2xl uppercase sm:px-6">
          {productName}
        </p>
      )}
      <SheetHeader
        id={titleId}
        as="h3"
        title={<bdi>{show.name}</bdi>}
        subtitle={
          <>
            <p>
              {formatPlace(show)} · {longDate(show.date, show.timeZone)}
            </p>
            <p className="mt-2 font-semibold text-ink">
              <PredictedBy />
            </p>
            <p>Submitted {longDate(submittedAt, browserTimeZone())}</p>
          </>
        }
        aside={
          points !== null && (
            <p>
              <span className="poster block font-black text-6xl leading-[0.85]">{points} </span>
              <span className="mt-2 block text-ink-dim text-xs">Final score</span>
            </p>
          )
        }
      />
      <SheetPicks picks={picks} />
      {results && <ScoringLegend show={show} />}
      <CardFooter hasNamedHeader={productName !== undefined} />
    </Sheet>
  );
}

import type { Prediction } from '#contract/predictions.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { type BreakdownRow, breakdownOf } from '#web/score-display/breakdown.ts';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { placeOf } from '#web/show-display/shown-show.ts';
import { longDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { Sheet } from '#web/ui/sheet.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import {
  CardFoot,
  isInTwoColumns,
  PredictedBy,
  rowsOfTwoColumns,
  ScoreTotal,
  stampToneOf,
} from './card-parts.tsx';
import type { Standing } from './use-results.ts';

type SharedScorecardProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  standing: Standing | null;
};

/** The scorecard as others get to see it in their feeds: each pick and its stamp, large. */
export function SharedScorecard({ prediction, setlist, standing }: SharedScorecardProps) {
  const { show } = prediction;
  const rows = breakdownOf(prediction, setlist);
  return (
    <Sheet className="pt-8">
      <div className="mx-6 flex items-end justify-between gap-6 border-ink border-b-[3px] pb-4.5">
        <div className="min-w-0">
          <p
            className={classes(
              'poster font-black',
              show.name.length > 24 ? 'text-5xl' : 'text-6xl',
            )}
          >
            <bdi>{show.name}</bdi>
          </p>
          <p className="mt-2.5 text-base text-ink-dim">
            {[placeOf(show), longDate(show.date, show.timeZone), show.tourName]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="mt-2 font-semibold text-lg">
            <PredictedBy />
          </p>
        </div>
        <div className="shrink-0 text-right">
          <ScoreTotal prediction={prediction} rows={rows} standing={standing} size="lg" />
        </div>
      </div>
      <Picks rows={rows} />
      <ScoringLegend show={show} />
      <CardFoot />
    </Sheet>
  );
}

function Picks({ rows }: { rows: readonly BreakdownRow[] }) {
  const inTwo = isInTwoColumns(rows.length);
  return (
    <ol
      style={rowsOfTwoColumns(rows.length)}
      className={classes(
        'mx-6 mt-1.5 grid',
        inTwo && 'grid-flow-col grid-cols-2 grid-rows-(--rows) gap-x-8',
      )}
    >
      {rows.map(({ position, title, points, result }) => (
        <li
          key={position}
          className="grid min-h-13 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-rule border-b py-1.5"
        >
          <span className="poster text-right font-bold text-2xl text-ink-dim">{position}</span>
          <bdi
            className={classes(
              'poster wrap-anywhere text-left font-bold',
              inTwo ? (title.length > LONG ? 'text-base' : 'text-xl') : 'text-[1.75rem]',
            )}
          >
            {title}
          </bdi>
          <Stamp tone={stampToneOf(result)} label={`${points} points`}>
            {points}
          </Stamp>
        </li>
      ))}
    </ol>
  );
}

/** Titles of more characters are set smaller where there are two columns. */
const LONG = 48;

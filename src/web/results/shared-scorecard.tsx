import type { Prediction } from '#contract/predictions.ts';
import {
  formatShowDetails,
  type ScoredRow,
  type Standing,
  scoreRows,
} from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { formatPlace } from '#contract/shows.ts';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { longDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { Sheet } from '#web/ui/list/sheet.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
import {
  CardFooter,
  PredictedBy,
  ScoreTotal,
  twoColumnStyle,
  usesTwoColumns,
} from './card-parts.tsx';

type SharedScorecardProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  standing: Standing | null;
};

/** Renders the scorecard in large type, for social feeds. */
export function SharedScorecard({ prediction, setlist, standing }: SharedScorecardProps) {
  const { show } = prediction;
  const rows = scoreRows(prediction, setlist);
  const details = formatShowDetails({
    place: formatPlace(show),
    date: longDate(show.date, show.timeZone),
    tourName: show.tourName,
  });
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
          <p className="mt-2.5 text-base text-ink-dim">{details}</p>
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
      <CardFooter />
    </Sheet>
  );
}

function Picks({ rows }: { rows: readonly ScoredRow[] }) {
  const hasTwoColumns = usesTwoColumns(rows.length);
  return (
    <ol
      style={twoColumnStyle(rows.length)}
      className={classes(
        'mx-6 mt-1.5 grid',
        hasTwoColumns && 'grid-flow-col grid-cols-2 grid-rows-(--rows) gap-x-8',
      )}
    >
      {rows.map(({ position, title, score: { points, tone } }) => (
        <li
          key={position}
          className="grid min-h-13 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-rule border-b py-1.5"
        >
          <span className="poster text-right font-bold text-2xl text-ink-dim">{position}</span>
          <bdi
            className={classes(
              'poster wrap-anywhere text-left font-bold',
              hasTwoColumns ? (title.length > LONG ? 'text-base' : 'text-xl') : 'text-[1.75rem]',
            )}
          >
            {title}
          </bdi>
          <Stamp tone={tone} label={`${points} points`}>
            {points}
          </Stamp>
        </li>
      ))}
    </ol>
  );
}

const LONG = 48;

import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { type ScoredRow, type Standing, scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { formatPlace } from '#contract/shows.ts';
import { ScoreStamp } from '#web/score-display/score-stamp.tsx';
import { ScoreTotal } from '#web/score-display/score-total.tsx';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { longDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { ScrollRegion } from '#web/ui/list/scroll-region.tsx';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';
import { TABLE_ROLES, Td, Th } from '#web/ui/list/table.tsx';
import { CardFooter, PredictedBy } from './card-parts.tsx';

type ScorecardProps = {
  prediction: Prediction;
  setlist: readonly SetlistEntry[];
  standing: Standing | null;
};

export function Scorecard({ prediction, setlist, standing }: ScorecardProps) {
  const { show } = prediction;
  const rows = scoreRows(prediction, setlist);
  const titleId = useId();
  return (
    // At most 450 px wide on small screens (specification).
    <Sheet aria-labelledby={titleId} className="print-card max-sm:mx-auto max-sm:max-w-[450px]">
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
          </>
        }
        aside={
          <div data-score-total>
            <ScoreTotal prediction={prediction} rows={rows} standing={standing} />
          </div>
        }
      />
      {setlist.length > 0 ? (
        <ScoreBreakdown rows={rows} />
      ) : (
        <p className="px-6 py-12 text-center text-ink-dim">Setlist not available yet</p>
      )}
      <ScoringLegend show={show} />
      <CardFooter />
    </Sheet>
  );
}

function ScoreBreakdown({ rows }: { rows: readonly ScoredRow[] }) {
  return (
    <>
      <h4 className="label px-4.5 pt-5 text-ink-dim sm:px-6">Score Breakdown</h4>
      <ScrollRegion label="Score Breakdown" className="relative min-w-0 overflow-x-auto">
        <table
          {...TABLE_ROLES.table}
          className="w-full border-collapse text-left max-sm:block sm:table-fixed"
        >
          <thead {...TABLE_ROLES.rowgroup} className="max-sm:block">
            <tr {...TABLE_ROLES.row} className={ROW}>
              <Th {...TABLE_ROLES.columnheader} numeric className={`${CELLS.number} sm:w-15`}>
                #
              </Th>
              <Th {...TABLE_ROLES.columnheader} className={CELLS.pick}>
                Your Pick
              </Th>
              <Th {...TABLE_ROLES.columnheader} className={`${CELLS.points} sm:w-18`}>
                Pts
              </Th>
              <Th {...TABLE_ROLES.columnheader} className={CELLS.actual}>
                Actual
              </Th>
              <Th {...TABLE_ROLES.columnheader} className={`${CELLS.result} sm:w-40`}>
                Result
              </Th>
            </tr>
          </thead>
          <tbody {...TABLE_ROLES.rowgroup} className="max-sm:block">
            {rows.map(({ position, title, score }) => (
              <tr key={position} {...TABLE_ROLES.row} className={ROW}>
                <Td
                  {...TABLE_ROLES.cell}
                  numeric
                  className={`${CELLS.number} poster font-bold text-ink-dim text-xl`}
                >
                  {position}
                </Td>
                <Td
                  {...TABLE_ROLES.cell}
                  className={classes(
                    CELLS.pick,
                    score.badge === 'Not played yet' && 'text-ink-dim',
                  )}
                >
                  <Title>{title}</Title>
                </Td>
                <Td {...TABLE_ROLES.cell} className={CELLS.points}>
                  <ScoreStamp score={score} label={String(score.points)} />
                </Td>
                <ActualCell title={score.actual} isPick={score.actual === title} />
                <Td {...TABLE_ROLES.cell} className={CELLS.result}>
                  <Badge tone={score.tone}>{score.badge}</Badge>
                </Td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

type ActualCellProps = { title: string | null; isPick: boolean };

function ActualCell({ title, isPick }: ActualCellProps) {
  return (
    <Td
      {...TABLE_ROLES.cell}
      className={classes(
        CELLS.actual,
        title && "max-sm:before:content-['Played_here:_']",
        isPick && 'max-sm:sr-only',
      )}
    >
      {title ? (
        <Title className="max-sm:inline max-sm:font-body max-sm:font-normal max-sm:text-xs">
          {title}
        </Title>
      ) : (
        <span aria-hidden className="max-sm:hidden">
          –
        </span>
      )}
    </Td>
  );
}

const ROW =
  'max-sm:grid max-sm:grid-cols-[1.75rem_minmax(0,1fr)_auto_2.75rem] max-sm:items-center max-sm:gap-x-2 max-sm:border-rail/60 max-sm:border-b max-sm:px-3 max-sm:py-2';

const CELL = 'max-sm:h-auto max-sm:min-w-0! max-sm:border-b-0 max-sm:px-0! max-sm:py-0';

const CELLS = {
  number: `${CELL} max-sm:col-start-1 max-sm:row-start-1`,
  pick: `${CELL} max-sm:col-start-2 max-sm:row-start-1`,
  points: `${CELL} max-sm:col-start-4 max-sm:row-start-1 max-sm:justify-self-end`,
  actual: `${CELL} max-sm:col-span-3 max-sm:col-start-2 max-sm:row-start-2 max-sm:text-ink-dim max-sm:text-xs`,
  result: `${CELL} max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end`,
};

function Title({ className, children }: { className?: string; children: string }) {
  return (
    <bdi
      className={classes(
        'poster wrap-anywhere block text-left font-bold',
        children.length > VERY_LONG
          ? 'text-xs leading-[1.1] sm:text-sm'
          : children.length > LONG
            ? 'text-sm leading-[1.1] sm:text-base'
            : 'text-lg leading-tight sm:text-xl',
        className,
      )}
    >
      {children}
    </bdi>
  );
}

/** Longer titles use a smaller font, so that 24 of them fit one image. */
const LONG = 48;
const VERY_LONG = 84;

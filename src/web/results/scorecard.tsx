import { useId } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { type ScoredRow, type Standing, scoreRows } from '#contract/scorecard.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { formatPlace } from '#contract/shows.ts';
import { ScoreTotal } from '#web/score-display/score-total.tsx';
import { ScoringLegend } from '#web/score-display/scoring-legend.tsx';
import { longDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { Stamp } from '#web/ui/stamp.tsx';
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
        aside={<ScoreTotal prediction={prediction} rows={rows} standing={standing} />}
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
      <Table label="Score Breakdown" className="[&>table]:min-w-86 [&>table]:table-fixed">
        <thead>
          <tr>
            <Th numeric className={`${CELL} w-9 sm:w-15`}>
              #
            </Th>
            <Th className={CELL}>Your Pick</Th>
            <Th className={`${CELL} w-11.5 sm:w-18`}>Pts</Th>
            <Th className={CELL}>Actual</Th>
            <Th className={`${CELL} w-27.5 max-sm:last:pr-2 sm:w-40`}>Result</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, title, score: { points, tone, badge, actual } }) => (
            <tr key={position}>
              <Td numeric className={`${CELL} poster font-bold text-ink-dim text-xl`}>
                {position}
              </Td>
              <Td className={CELL}>
                <Title>{title}</Title>
              </Td>
              <Td className={CELL}>
                <Stamp size="sm" tone={tone} label={String(points)}>
                  {points}
                </Stamp>
              </Td>
              <Td className={CELL}>
                {actual ? <Title>{actual}</Title> : <span aria-hidden>–</span>}
              </Td>
              <Td className={`${CELL} max-sm:last:pr-2`}>
                <Badge tone={tone} className="max-sm:px-1.5 max-sm:text-[0.6875rem]">
                  {badge}
                </Badge>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Title({ children }: { children: string }) {
  return (
    <bdi
      className={classes(
        'poster wrap-anywhere block text-left font-bold',
        children.length > VERY_LONG
          ? 'text-xs leading-[1.1] sm:text-sm'
          : children.length > LONG
            ? 'text-sm leading-[1.1] sm:text-base'
            : 'text-lg leading-tight sm:text-xl',
      )}
    >
      {children}
    </bdi>
  );
}

/** Longer titles use a smaller font, so 24 of them fit one image. */
const LONG = 48;
const VERY_LONG = 84;

const CELL = 'max-sm:px-1';

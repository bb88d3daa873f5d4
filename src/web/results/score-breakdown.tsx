import type { BreakdownRow } from '#web/score-display/breakdown.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Stamp } from '#web/ui/stamp.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { stampToneOf } from './result-looks.ts';

/** The table of the picks: what each one is worth, and what was really played at its place. */
export function ScoreBreakdown({ rows }: { rows: readonly BreakdownRow[] }) {
  return (
    <>
      <h4 className="caps px-4.5 pt-5 text-ink-dim sm:px-6">Score Breakdown</h4>
      <Table label="Score Breakdown" className="[&>table]:min-w-86 [&>table]:table-fixed">
        <thead>
          <tr>
            <Th numeric className={`${CELL} w-10 sm:w-15`}>
              #
            </Th>
            <Th className={CELL}>Your Pick</Th>
            <Th className={`${CELL} w-12.5 sm:w-18`}>Pts</Th>
            <Th className={CELL}>Actual</Th>
            <Th className={`${CELL} w-26 max-sm:last:pr-2 sm:w-35`}>Result</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, title, points, actual, result }) => (
            <tr key={position}>
              <Td numeric className={`${CELL} poster font-bold text-ink-dim text-xl`}>
                {position}
              </Td>
              <Td className={CELL}>
                <Title>{title}</Title>
              </Td>
              <Td className={CELL}>
                <Stamp size="sm" tone={stampToneOf(result)} label={String(points)}>
                  {points}
                </Stamp>
              </Td>
              <Td className={CELL}>
                {actual ? <Title>{actual}</Title> : <span aria-hidden>–</span>}
              </Td>
              <Td className={`${CELL} max-sm:last:pr-2`}>
                {/* 'Not played yet' takes two lines on a phone. */}
                <Badge tone={stampToneOf(result)} className="max-sm:whitespace-normal">
                  {result}
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

/** Titles of more characters are set smaller, so that 24 of them still make one picture. */
const LONG = 48;
const VERY_LONG = 84;

const CELL = 'max-sm:px-1.5';

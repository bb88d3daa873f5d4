import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Stamp, type StampTone } from '#web/ui/stamp.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import type { BreakdownRow, Result } from './breakdown.ts';

/** The table of the picks: what each one is worth, and what was really played at its place. */
export function ScoreBreakdown({ rows }: { rows: readonly BreakdownRow[] }) {
  return (
    <>
      <h4 className="caps px-4.5 pt-5 text-ink-dim sm:px-6">Score Breakdown</h4>
      <Table label="Score Breakdown">
        <thead>
          <tr>
            <Th numeric className={NARROW}>
              #
            </Th>
            <Th className={NARROW}>Your Pick</Th>
            <Th className={NARROW}>Pts</Th>
            <Th className={NARROW}>Actual</Th>
            <Th className={NARROW}>Result</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, title, points, actual, result }) => (
            <tr key={position}>
              <Td numeric className={`${NARROW} text-ink-dim`}>
                {position}
              </Td>
              <Td className={NARROW}>
                <span className={TITLE}>{title}</span>
              </Td>
              <Td className={NARROW}>
                <Stamp size="sm" tone={LOOKS[result].stamp} label={String(points)}>
                  {points}
                </Stamp>
              </Td>
              <Td className={NARROW}>
                {actual ? <span className={TITLE}>{actual}</span> : <span aria-hidden>–</span>}
              </Td>
              <Td className={NARROW}>
                <Badge tone={LOOKS[result].badge}>{result}</Badge>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

const NARROW = 'max-sm:px-1.5';
const TITLE = 'poster font-bold text-lg leading-tight sm:text-xl';

const LOOKS: Record<Result, { stamp: StampTone; badge: BadgeTone }> = {
  Opener: { stamp: 'special', badge: 'special' },
  Closer: { stamp: 'special', badge: 'special' },
  Correct: { stamp: 'exact', badge: 'exact' },
  Wrong: { stamp: 'elsewhere', badge: 'elsewhere' },
  'Not played': { stamp: 'missed', badge: 'missed' },
};

import { scoringLegend } from '#contract/scorecard.ts';
import { Stamp } from '#web/ui/stamp.tsx';

export function ScoringLegend({ show }: { show: { status: string } }) {
  return (
    <ul
      aria-label="Scoring"
      className="grid grid-cols-2 gap-x-4 gap-y-2 px-4.5 pt-5 text-sm sm:flex sm:flex-wrap sm:gap-x-5 sm:px-6"
    >
      {scoringLegend(show).map(({ tone, points, text }) => (
        <li key={text} className="flex items-center gap-2.5">
          <Stamp size="sm" tone={tone} label={`${points} points:`}>
            {points}
          </Stamp>
          <span className="text-ink-dim">{text}</span>
        </li>
      ))}
    </ul>
  );
}

import { POINTS } from '#contract/scoring.ts';
import { Stamp, type StampTone } from '#web/ui/stamp.tsx';

export function ScoringStamps({ className }: { className: string }) {
  return (
    <ul aria-label="Scoring" className={className}>
      {SCORING.map(({ points, tone, text }) => (
        <li key={text} className="flex items-center gap-2.5">
          <Stamp size="sm" tone={tone} label={`${points} points:`}>
            {points}
          </Stamp>
          {text}
        </li>
      ))}
    </ul>
  );
}

const SCORING: readonly { points: number; tone: StampTone; text: string }[] = [
  { points: POINTS.Opener, tone: 'special', text: 'as opener or closer' },
  { points: POINTS['Correct spot'], tone: 'exact', text: 'in its exact spot' },
  { points: POINTS['Wrong spot'], tone: 'elsewhere', text: 'anywhere else' },
];

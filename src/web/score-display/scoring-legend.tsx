import { POINTS } from '#contract/scoring.ts';
import { missedText } from '#contract/shows.ts';
import { Stamp, type StampTone } from '#web/ui/stamp.tsx';

/** What each stamp means. */
export function ScoringLegend({ show }: { show: { status: string } }) {
  const missed = { tone: 'missed', points: POINTS['Not played'], text: missedText(show) } as const;
  return (
    <ul aria-label="Scoring" className="flex flex-wrap gap-x-5 gap-y-2 px-4.5 pt-5 text-sm sm:px-6">
      {[...ENTRIES, missed].map(({ tone, points, text }) => (
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

const ENTRIES: readonly { tone: StampTone; points: number; text: string }[] = [
  { tone: 'special', points: POINTS.Opener, text: 'Opener or closer' },
  { tone: 'exact', points: POINTS['Correct spot'], text: 'Correct position' },
  { tone: 'elsewhere', points: POINTS['Wrong spot'], text: 'Correct song, wrong position' },
];

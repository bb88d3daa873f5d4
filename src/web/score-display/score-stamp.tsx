import type { Score } from '#contract/scorecard.ts';
import { Stamp } from '#web/ui/stamp.tsx';

type ScoreStampProps = { score: Pick<Score, 'points' | 'tone' | 'badge'>; label: string };

/** Shows a dash while a song may still be played, because 0 points are final. */
export function ScoreStamp({ score: { points, tone, badge }, label }: ScoreStampProps) {
  const isAwaited = badge === 'Not played yet';
  return (
    <Stamp size="sm" tone={tone} label={isAwaited ? 'No points yet' : label}>
      {isAwaited ? '–' : points}
    </Stamp>
  );
}

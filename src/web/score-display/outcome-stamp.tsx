import { getTone } from '#contract/scorecard.ts';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import { Stamp } from '#web/ui/stamp.tsx';

type OutcomeStampProps = {
  outcome: Outcome;
  zeroLabel?: string;
  isNew?: boolean | undefined;
};

export function OutcomeStamp({ outcome, zeroLabel = 'No points', isNew }: OutcomeStampProps) {
  const points = POINTS[outcome];
  return (
    <Stamp
      key={outcome}
      tone={getTone(outcome)}
      isNew={isNew}
      label={points === 0 ? zeroLabel : `${points} points, ${outcome.toLowerCase()}`}
    >
      {points === 0 ? '–' : points}
    </Stamp>
  );
}

import { toneOf } from '#contract/scorecard.ts';
import { type Outcome, POINTS } from '#contract/scoring.ts';
import { Stamp } from '#web/ui/stamp.tsx';

type OutcomeStampProps = {
  outcome: Outcome;
  /** What is said of no points: 'Not in your prediction', 'Not played yet'. */
  none: string;
  /** Plays the stamping once, as it appears. */
  fresh?: boolean | undefined;
};

/** What a pick came to, stamped on paper: its points, or dashes. */
export function OutcomeStamp({ outcome, none, fresh }: OutcomeStampProps) {
  const points = POINTS[outcome];
  return (
    // Another outcome is another stamp, which is set anew.
    <Stamp
      key={outcome}
      tone={toneOf(outcome)}
      fresh={fresh}
      label={points === 0 ? none : `${points} points, ${outcome.toLowerCase()}`}
    >
      {points === 0 ? '–' : points}
    </Stamp>
  );
}

import type { Result } from '#web/score-display/breakdown.ts';
import type { StampTone } from '#web/ui/stamp.tsx';

/** How a pick's stamp and badge look; the tones of both have the same names. */
export function stampToneOf(result: Result): StampTone {
  return TONES[result];
}

const TONES: Record<Result, StampTone> = {
  Opener: 'special',
  Closer: 'special',
  Correct: 'exact',
  Wrong: 'elsewhere',
  'Not played': 'missed',
  'Not played yet': 'missed',
};

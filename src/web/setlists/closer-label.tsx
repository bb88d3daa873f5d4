import { POINTS } from '#contract/scoring.ts';

export const CLOSER_LABEL = (
  <>
    Mark as Closer <span className="font-normal text-dim">({POINTS.Closer} points)</span>
  </>
);

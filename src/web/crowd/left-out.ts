import { MIN_CROWD } from '#contract/crowd.ts';

/** Says which sheets the crowd doesn't count. */
export const LEFT_OUT = `Untouched “Surprise me” lists don't count, and private predictions count only if there are at least ${MIN_CROWD}.`;

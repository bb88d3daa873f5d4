import { MIN_CROWD } from '#contract/crowd.ts';

export const EXCLUDED_SHEETS_NOTE = `Untouched “Surprise me” lists don't count, and private predictions count only if there are at least ${MIN_CROWD}.`;

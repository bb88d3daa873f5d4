import type { ApiTokenScope } from '#contract/api-tokens.ts';

export const SCOPE_LABELS: Record<ApiTokenScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Shows, setlists, leaderboards and your own predictions' },
  predict: { label: 'Predict', hint: 'Submit and change your predictions' },
  scribe: { label: 'Enter setlists', hint: 'Only where you may enter them yourself' },
};

import type { ApiTokenScope } from '#contract/token-scopes.ts';

export const SCOPE_LABELS: Record<ApiTokenScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Shows, setlists, leaderboards, forums and your own predictions' },
  predict: { label: 'Predict', hint: 'Submit and change your predictions' },
  scribe: { label: 'Enter setlists', hint: 'For shows where you are a scribe' },
};

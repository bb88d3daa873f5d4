export const RESULTS_FEED = { path: '/results.atom', type: 'application/atom+xml' } as const;

/** Fans' reads; submitting and editing predictions; entering setlists as a scribe. */
export const API_TOKEN_SCOPES = ['read', 'predict', 'scribe'] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];

/**
 * What an API token may do, as its owner: read what fans read, submit and edit predictions, enter
 * the setlists of shows that its owner is a scribe of.
 */
export const API_TOKEN_SCOPES = ['read', 'predict', 'scribe'] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];

/** The cache of the last seen answers: one's own, so it goes when nobody is signed in any more. */
export const LAST_SEEN_CACHE = 'last-seen';

/** From a page to the worker. keep: have every file of the app at hand; forget: all that was seen. */
export type PageMessage = 'keep' | 'forget';

/** On an answer that the worker kept: when the server gave it. */
export const LAST_SEEN_HEADER = 'x-last-seen';

/** The cache of the last seen answers: one's own, so it goes when nobody is signed in any more. */
export const LAST_SEEN_CACHE = 'last-seen';

/**
 * From a page to the worker. keep: have every file of the app at hand; forget: all that was seen;
 * empty: that and the files, as somebody has logged out.
 */
export type PageMessage = 'keep' | 'forget' | 'empty';

/** On an answer that the worker kept: when the server gave it. */
export const LAST_SEEN_HEADER = 'x-last-seen';

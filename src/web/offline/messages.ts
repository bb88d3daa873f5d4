/** The cache of the last seen answers: one's own, so it goes when nobody is signed in any more. */
export const LAST_SEEN_CACHE = 'last-seen';

/**
 * From a page to the worker. keep: have every file of the app at hand, with those of the Admin Panel for
 * who administers; forget: all that was seen; empty: that and the files, as somebody has logged out.
 */
export type PageMessage = 'keep' | 'keep with panel' | 'forget' | 'empty';

/** What the server pushes to a device, as the worker shows it. */
export interface PushedNotification {
  title: string;
  body: string;
  /** Where it leads, within the site. */
  path: string;
  /** A newer one with the same takes its place on the screen. */
  tag: string;
  /** How many shows lack a prediction: the app's badge, which no page keeps while it is closed. */
  badge?: number;
}

/** On an answer that the worker kept: when the server gave it. */
export const LAST_SEEN_HEADER = 'x-last-seen';

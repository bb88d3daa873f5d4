/** Deleted when the session ends. */
export const LAST_SEEN_CACHE = 'last-seen';

/** keep: cache the app's files; forget: delete responses; empty: delete responses and files. */
export type PageMessage = 'keep' | 'keep with panel' | 'forget' | 'empty';

export interface PushedNotification {
  title: string;
  body: string;
  path: string;
  tag: string;
  /** Open shows without a prediction. Set by the push, because no page may be open. */
  badge?: number;
}

/** The date of the server's response, set on responses from the worker's cache. */
export const LAST_SEEN_HEADER = 'x-last-seen';

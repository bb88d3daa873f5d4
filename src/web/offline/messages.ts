/** Deleted when the session ends. */
export const LAST_SEEN_CACHE = 'last-seen';

/** keep: cache the app's files; forget: delete cached answers; empty: delete answers and files. */
export type PageMessage = 'keep' | 'keep with panel' | 'forget' | 'empty';

export interface PushedNotification {
  title: string;
  body: string;
  path: string;
  tag: string;
  /** Open shows without a prediction. Set by the push, because no page may be open. */
  badge?: number;
}

/** The date of the server's answer, set on answers from the worker's cache. */
export const LAST_SEEN_HEADER = 'x-last-seen';

/** The cache of the user's last answers. Deleted when the session ends. */
export const LAST_SEEN_CACHE = 'last-seen';

/**
 * Messages from a page to the worker. keep: cache the app's files; keep with panel: also the Admin
 * Panel's; forget: delete the cached answers; empty: delete answers and files after a logout.
 */
export type PageMessage = 'keep' | 'keep with panel' | 'forget' | 'empty';

export interface PushedNotification {
  title: string;
  body: string;
  path: string;
  /** A newer notification with the same tag replaces this one. */
  tag: string;
  /** The app badge: open shows without a prediction. Set by push, because no page runs while it is closed. */
  badge?: number;
}

/** Header of an answer from the worker's cache: the date of the server's answer. */
export const LAST_SEEN_HEADER = 'x-last-seen';

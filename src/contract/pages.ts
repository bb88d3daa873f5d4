import type { CurrentUser } from './accounts.ts';
import type { Band } from './band.ts';
import type { Endpoint } from './endpoint.ts';
import { urlOf } from './url.ts';

/** Whom a page is for: everyone, who is signed out, or who is signed in. */
export type Audience = 'anyone' | 'visitor' | 'user';

export interface Page {
  readonly path: `/${string}`;
  /** What the tab and the history call the page. */
  readonly title: string;
  readonly who: Audience;
  /** Names in the address's query that say what the page shows. */
  readonly asks?: readonly string[];
}

/** Every page, whose code the browser knows and whose address the server does. */
export const PAGES = {
  landing: { path: '/', title: 'Predict the setlist', who: 'visitor' },
  dashboard: { path: '/', title: 'Dashboard', who: 'user' },
  login: { path: '/login', title: 'Sign In', who: 'visitor', asks: ['next'] },
  signup: { path: '/signup', title: 'Create Account', who: 'visitor', asks: ['next'] },
  about: { path: '/about', title: 'About', who: 'anyone' },
  contact: { path: '/contact', title: 'Contact', who: 'anyone' },
  donate: { path: '/donate', title: 'Donate', who: 'user' },
  showSchedule: { path: '/shows', title: 'Show Schedule', who: 'user' },
  game: { path: '/game', title: 'Prediction Game', who: 'user', asks: ['show', 'edit'] },
  myPredictions: { path: '/my-predictions', title: 'My Predictions', who: 'user', asks: ['show'] },
  share: {
    path: '/my-predictions/share',
    title: 'Share Your Prediction',
    who: 'user',
    asks: ['prediction'],
  },
  showLeaderboard: {
    path: '/show-leaderboard',
    title: 'Show Leaderboard',
    who: 'user',
    asks: ['show'],
  },
  globalLeaderboard: { path: '/leaderboard', title: 'Global Leaderboard', who: 'user' },
  liveSetlist: { path: '/live-setlist', title: 'Live Setlist', who: 'user', asks: ['show'] },
  forums: { path: '/forums', title: 'Fan Forums', who: 'user', asks: ['page'] },
  newThread: { path: '/forums/new', title: 'New Thread', who: 'user' },
  thread: { path: '/forums/thread', title: 'Thread', who: 'user', asks: ['id', 'page'] },
  settings: { path: '/settings', title: 'Account Settings', who: 'user' },
  statistics: { path: '/statistics', title: 'Your Statistics', who: 'user' },
  songDatabase: { path: '/song-database', title: 'Song Database', who: 'user' },
  song: { path: '/song-database/song', title: 'Song', who: 'user', asks: ['id'] },
  admin: { path: '/admin', title: 'Admin Panel', who: 'user', asks: ['tab', 'show'] },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;

type Asked<P> = P extends { asks: readonly (infer Name extends string)[] }
  ? { [name in Name]?: string | number | undefined }
  : Record<never, never>;

/** Where a link leads: `paths.game({ show: id })`. Every address within the product is made here. */
export const paths = Object.fromEntries(
  Object.entries(PAGES).map(([name, { path }]) => [
    name,
    (query: object) => urlOf(path, { query }),
  ]),
) as { [name in PageName]: (query?: Asked<(typeof PAGES)[name]>) => string };

/** Paths match in any case, with or without a slash at the end. */
export function isAt(page: { path: string }, pathname: string): boolean {
  return page.path === (pathname.toLowerCase().replace(/\/$/, '') || '/');
}

/** What the server writes into a page, so that its first picture waits for no call. */
export interface PageFacts {
  band: Band;
  /** Who is signed in, null for nobody; absent in the one page for all, which asks. */
  user?: CurrentUser | null;
  /** When the page was written, by the server's clock, as a `Date` header says it. */
  at?: string;
  /** What the page would ask for first. */
  answers?: readonly KnownAnswer[];
}

/** The answer to a GET: null where there is none, with `total` where the list comes in pages. */
export interface KnownAnswer {
  path: Endpoint['path'];
  params?: Record<string, string>;
  query?: Record<string, string>;
  data: unknown;
  total?: number;
}

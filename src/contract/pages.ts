import { byId, type FirstReads, houseRecord, setlistOf, standingsOf } from './first-reads.ts';
import { getThread, listThreads } from './forums.ts';
import { getHouseTotals } from './house-players.ts';
import { getGlobalLeaderboard, getMyGlobalRow } from './leaderboards.ts';
import { linkPaths } from './link-pages.ts';
import { getPrediction, listMyPredictions } from './predictions.ts';
import { getShow, listShows, listUpcomingShows } from './shows.ts';
import { getSongHistory, listSongs } from './songs.ts';
import { urlOf } from './url.ts';

export interface Page {
  readonly path: `/${string}`;
  /** What the tab and the history call the page. */
  readonly title: string;
  readonly who: Audience;
  /** Says something only to who comes by a link that was sent to them: no search engine is told of it. */
  readonly byLink?: true;
  /** Names in the address's query that say what the page shows. */
  readonly asks?: readonly string[];
  /** Its link in the sidebar, where it has one. */
  readonly nav?: NavEntry;
  /** What it reads as it opens; what is missing here it asks for itself, only later. */
  readonly reads?: FirstReads;
}

/** Whom a page is for: everyone, who is signed out, or who is signed in. */
export type Audience = 'anyone' | 'visitor' | 'user';

export interface NavEntry {
  readonly group: (typeof NAV_GROUPS)[number];
  /** One of Lucide's. */
  readonly icon: string;
  /** The page's title where nothing else is said. */
  readonly label?: string;
}

/** The sidebar's, from above; the last is for administrators only. */
export const NAV_GROUPS = [
  'Main',
  'Competition',
  'Community',
  'Account',
  'Information',
  'Admin',
] as const;

/**
 * Every page, in the order of the sidebar. Its line is all there is to say of it: the code stands in
 * `pageFile(name)`, the address is `paths[name]()`.
 */
export const PAGES = {
  landing: { path: '/', title: 'Predict the setlist', who: 'visitor' },
  login: { path: '/login', title: 'Sign In', who: 'visitor', asks: ['next'] },
  signup: { path: '/signup', title: 'Create Account', who: 'visitor', asks: ['next'] },
  forgotPassword: { path: '/forgot-password', title: 'Forgot Password', who: 'visitor' },
  resetPassword: { path: '/reset-password', title: 'New Password', who: 'anyone', byLink: true },
  verifyEmail: { path: '/verify-email', title: 'Your Email Address', who: 'anyone', byLink: true },
  signInLink: { path: '/sign-in-link', title: 'Sign-in Link', who: 'anyone', byLink: true },
  /** What the link of a first start opens; its key stands behind the #, which goes to no server. */
  firstAdministrator: {
    path: '/first-administrator',
    title: 'First Administrator',
    who: 'visitor',
    byLink: true,
  },
  dashboard: {
    path: '/',
    title: 'Dashboard',
    who: 'user',
    nav: { group: 'Main', icon: 'LayoutDashboard' },
    reads: (_, liveId) => [
      { endpoint: listUpcomingShows },
      { endpoint: listMyPredictions },
      ...(liveId ? [setlistOf(liveId)] : []),
    ],
  },
  game: {
    path: '/game',
    title: 'Prediction Game',
    who: 'user',
    asks: ['show', 'edit'],
    nav: { group: 'Main', icon: 'ListMusic' },
    reads(asked) {
      const mine = { endpoint: listMyPredictions };
      const songs = { endpoint: listSongs };
      const [showId, predictionId] = [asked('show'), asked('edit')];
      if (predictionId) return [{ endpoint: getPrediction, params: { id: predictionId } }, songs];
      if (showId) return [{ endpoint: getShow, params: { id: showId } }, mine, songs];
      return [{ endpoint: listUpcomingShows }, mine];
    },
  },
  showSchedule: {
    path: '/shows',
    title: 'Show Schedule',
    who: 'user',
    nav: { group: 'Main', icon: 'CalendarDays' },
    reads: () => [{ endpoint: listShows }, { endpoint: listMyPredictions }],
  },
  myPredictions: {
    path: '/my-predictions',
    title: 'My Predictions',
    who: 'user',
    asks: ['show'],
    nav: { group: 'Competition', icon: 'ListOrdered' },
    reads: () => [{ endpoint: listMyPredictions }],
  },
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
    nav: { group: 'Competition', icon: 'Trophy' },
    reads(asked) {
      const id = asked('show');
      const board = id ? [...standingsOf(id, '50'), setlistOf(id)] : [];
      return [{ endpoint: listShows }, ...board];
    },
  },
  globalLeaderboard: {
    path: '/leaderboard',
    title: 'Global Leaderboard',
    who: 'user',
    nav: { group: 'Competition', icon: 'Globe' },
    reads: () => [
      { endpoint: getGlobalLeaderboard, query: { limit: '50', offset: '0' }, isCounted: true },
      { endpoint: getMyGlobalRow },
      { endpoint: getHouseTotals },
    ],
  },
  house: { path: '/house', title: 'House Players', who: 'user', reads: houseRecord },
  liveSetlist: {
    path: '/live-setlist',
    title: 'Live Setlist',
    who: 'user',
    asks: ['show'],
    nav: { group: 'Competition', icon: 'Radio' },
    reads(asked, liveId) {
      const chosen = asked('show');
      const id = chosen ?? liveId;
      if (!id) return [{ endpoint: listShows }];
      const night = [setlistOf(id), ...standingsOf(id, '20'), { endpoint: listMyPredictions }];
      return chosen ? [{ endpoint: getShow, params: { id } }, ...night] : night;
    },
  },
  statistics: {
    path: '/statistics',
    title: 'Your Statistics',
    who: 'user',
    nav: { group: 'Competition', icon: 'ChartColumn', label: 'Your Stats' },
    reads: (asked) => [{ endpoint: asked('tab') === null ? listMyPredictions : listSongs }],
  },
  forums: {
    path: '/forums',
    title: 'Fan Forums',
    who: 'user',
    asks: ['page'],
    nav: { group: 'Community', icon: 'MessagesSquare' },
    reads: () => [{ endpoint: listThreads, query: { limit: '50', offset: '0' }, isCounted: true }],
  },
  newThread: { path: '/forums/new', title: 'New Thread', who: 'user' },
  thread: {
    path: '/forums/thread',
    title: 'Thread',
    who: 'user',
    asks: ['id', 'page'],
    reads: (asked) => byId(asked, getThread),
  },
  songDatabase: {
    path: '/song-database',
    title: 'Song Database',
    who: 'user',
    nav: { group: 'Community', icon: 'Music' },
    reads: () => [{ endpoint: listSongs }],
  },
  song: {
    path: '/song-database/song',
    title: 'Song',
    who: 'user',
    asks: ['id'],
    reads: (asked) => byId(asked, getSongHistory),
  },
  settings: {
    path: '/settings',
    title: 'Account Settings',
    who: 'user',
    nav: { group: 'Account', icon: 'Settings', label: 'Settings' },
    reads: () => [{ endpoint: listSongs }],
  },
  about: {
    path: '/about',
    title: 'About',
    who: 'anyone',
    nav: { group: 'Information', icon: 'Info' },
  },
  contact: {
    path: '/contact',
    title: 'Contact',
    who: 'anyone',
    nav: { group: 'Information', icon: 'Mail' },
  },
  donate: {
    path: '/donate',
    title: 'Donate',
    who: 'user',
    nav: { group: 'Information', icon: 'HandHeart' },
  },
  admin: {
    path: '/admin',
    title: 'Admin Panel',
    who: 'user',
    asks: ['tab', 'show'],
    nav: { group: 'Admin', icon: 'ShieldCheck' },
    reads: () => [{ endpoint: listShows }],
  },
} as const satisfies Record<string, Page>;

/** What the Admin Panel shows to the owner of a new site, in the place of its tabs. */
export const FIRST_START = 'first-start';

export type PageName = keyof typeof PAGES;

/** The name of the file in src/web that draws a page: 'show-leaderboard-page.tsx'. */
export function pageFile(name: string): string {
  return `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

type QueryOf<P> = P extends { asks: readonly (infer Name extends string)[] }
  ? { [name in Name]?: string | number | undefined }
  : Record<never, never>;

const screens = Object.fromEntries(
  Object.entries(PAGES).map(([name, { path }]) => [
    name,
    (query: object) => urlOf(path, { query }),
  ]),
) as { [name in PageName]: (query?: QueryOf<(typeof PAGES)[name]>) => string };

/** Where a link leads: `paths.game({ show: id })`. Every address within the product is made here. */
export const paths = { ...screens, ...linkPaths };

/** Paths match in any case, with or without a slash at the end. */
export function isAt(page: { path: string }, pathname: string): boolean {
  return page.path === (pathname.toLowerCase().replace(/\/$/, '') || '/');
}

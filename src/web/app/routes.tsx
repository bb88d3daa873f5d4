import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PAGES, type Page } from '#contract/pages.ts';

export interface AppRoute extends Page {
  /** One chunk a page. */
  page: LazyExoticComponent<ComponentType>;
}

/** What each page is made of. */
export const ROUTES: readonly AppRoute[] = [
  { ...PAGES.landing, page: lazy(() => import('./landing/landing-page.tsx')) },
  { ...PAGES.dashboard, page: lazy(() => import('./dashboard/dashboard-page.tsx')) },
  { ...PAGES.login, page: lazy(() => import('#web/accounts/login-page.tsx')) },
  { ...PAGES.signup, page: lazy(() => import('#web/accounts/signup-page.tsx')) },
  { ...PAGES.about, page: lazy(() => import('#web/static-pages/about-page.tsx')) },
  { ...PAGES.contact, page: lazy(() => import('#web/static-pages/contact-page.tsx')) },
  { ...PAGES.donate, page: lazy(() => import('#web/static-pages/donate-page.tsx')) },
  { ...PAGES.showSchedule, page: lazy(() => import('#web/shows/show-schedule-page.tsx')) },
  { ...PAGES.game, page: lazy(() => import('#web/predictions/game-page.tsx')) },
  { ...PAGES.myPredictions, page: lazy(() => import('#web/predictions/my-predictions-page.tsx')) },
  { ...PAGES.share, page: lazy(() => import('#web/shares/share-page.tsx')) },
  {
    ...PAGES.showLeaderboard,
    page: lazy(() => import('#web/leaderboards/show-leaderboard-page.tsx')),
  },
  {
    ...PAGES.globalLeaderboard,
    page: lazy(() => import('#web/leaderboards/global-leaderboard-page.tsx')),
  },
  { ...PAGES.liveSetlist, page: lazy(() => import('./show-night/live-setlist-page.tsx')) },
  { ...PAGES.forums, page: lazy(() => import('#web/forums/forums-page.tsx')) },
  { ...PAGES.newThread, page: lazy(() => import('#web/forums/new-thread-page.tsx')) },
  { ...PAGES.thread, page: lazy(() => import('#web/forums/thread-page.tsx')) },
  { ...PAGES.settings, page: lazy(() => import('#web/accounts/settings-page.tsx')) },
  { ...PAGES.statistics, page: lazy(() => import('./statistics-page.tsx')) },
  { ...PAGES.songDatabase, page: lazy(() => import('#web/songs/song-database-page.tsx')) },
  { ...PAGES.song, page: lazy(() => import('#web/songs/song-page.tsx')) },
  { ...PAGES.admin, page: lazy(() => import('./admin-page.tsx')) },
];

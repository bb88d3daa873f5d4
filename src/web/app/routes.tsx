import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface AppRoute {
  path: string;
  /** What the tab and the history call the page. */
  title: string;
  /** Whom the page is for: everyone, who is signed out, or who is signed in. */
  who: 'anyone' | 'visitor' | 'user';
  /** One chunk a page. */
  page: LazyExoticComponent<ComponentType>;
}

/** Every page. Paths match in any case, with or without a slash at the end. */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Predict the setlist',
    who: 'visitor',
    page: lazy(() => import('./landing/landing-page.tsx')),
  },
  {
    path: '/',
    title: 'Dashboard',
    who: 'user',
    page: lazy(() => import('./dashboard/dashboard-page.tsx')),
  },
  {
    path: '/login',
    title: 'Sign In',
    who: 'visitor',
    page: lazy(() => import('#web/accounts/login-page.tsx')),
  },
  {
    path: '/signup',
    title: 'Create Account',
    who: 'visitor',
    page: lazy(() => import('#web/accounts/signup-page.tsx')),
  },
  {
    path: '/about',
    title: 'About',
    who: 'anyone',
    page: lazy(() => import('#web/static-pages/about-page.tsx')),
  },
  {
    path: '/contact',
    title: 'Contact',
    who: 'anyone',
    page: lazy(() => import('#web/static-pages/contact-page.tsx')),
  },
  {
    path: '/donate',
    title: 'Donate',
    who: 'user',
    page: lazy(() => import('#web/static-pages/donate-page.tsx')),
  },
  {
    path: '/shows',
    title: 'Show Schedule',
    who: 'user',
    page: lazy(() => import('#web/shows/show-schedule-page.tsx')),
  },
  {
    path: '/game',
    title: 'Prediction Game',
    who: 'user',
    page: lazy(() => import('#web/predictions/game-page.tsx')),
  },
  {
    path: '/my-predictions',
    title: 'My Predictions',
    who: 'user',
    page: lazy(() => import('#web/predictions/my-predictions-page.tsx')),
  },
  {
    path: '/my-predictions/share',
    title: 'Share Your Prediction',
    who: 'user',
    page: lazy(() => import('#web/shares/share-page.tsx')),
  },
  {
    path: '/show-leaderboard',
    title: 'Show Leaderboard',
    who: 'user',
    page: lazy(() => import('#web/leaderboards/show-leaderboard-page.tsx')),
  },
  {
    path: '/leaderboard',
    title: 'Global Leaderboard',
    who: 'user',
    page: lazy(() => import('#web/leaderboards/global-leaderboard-page.tsx')),
  },
  {
    path: '/live-setlist',
    title: 'Live Setlist',
    who: 'user',
    page: lazy(() => import('./show-night/live-setlist-page.tsx')),
  },
  {
    path: '/forums',
    title: 'Fan Forums',
    who: 'user',
    page: lazy(() => import('#web/forums/forums-page.tsx')),
  },
  {
    path: '/forums/new',
    title: 'New Thread',
    who: 'user',
    page: lazy(() => import('#web/forums/new-thread-page.tsx')),
  },
  {
    path: '/forums/thread',
    title: 'Thread',
    who: 'user',
    page: lazy(() => import('#web/forums/thread-page.tsx')),
  },
  {
    path: '/settings',
    title: 'Account Settings',
    who: 'user',
    page: lazy(() => import('#web/accounts/settings-page.tsx')),
  },
  {
    path: '/statistics',
    title: 'Your Statistics',
    who: 'user',
    page: lazy(() => import('./statistics-page.tsx')),
  },
  {
    path: '/song-database',
    title: 'Song Database',
    who: 'user',
    page: lazy(() => import('#web/songs/song-database-page.tsx')),
  },
  {
    path: '/song-database/song',
    title: 'Song',
    who: 'user',
    page: lazy(() => import('#web/songs/song-page.tsx')),
  },
  {
    path: '/admin',
    title: 'Admin Panel',
    who: 'user',
    page: lazy(() => import('./admin-page.tsx')),
  },
];

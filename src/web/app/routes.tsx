import { type ComponentType, lazy, useState } from 'react';
import { PAGES, type Page } from '#contract/pages.ts';

export interface AppRoute extends Page {
  /** One chunk a page. */
  page: ComponentType;
  /** Fetches it ahead. */
  load: () => Promise<unknown>;
}

/** What each page is made of. */
export const ROUTES: readonly AppRoute[] = [
  { ...PAGES.landing, ...code(() => import('./landing/landing-page.tsx')) },
  { ...PAGES.dashboard, ...code(() => import('./dashboard/dashboard-page.tsx')) },
  { ...PAGES.login, ...code(() => import('#web/accounts/login-page.tsx')) },
  { ...PAGES.signup, ...code(() => import('#web/accounts/signup-page.tsx')) },
  { ...PAGES.about, ...code(() => import('#web/static-pages/about-page.tsx')) },
  { ...PAGES.contact, ...code(() => import('#web/static-pages/contact-page.tsx')) },
  { ...PAGES.donate, ...code(() => import('#web/static-pages/donate-page.tsx')) },
  { ...PAGES.showSchedule, ...code(() => import('#web/shows/show-schedule-page.tsx')) },
  { ...PAGES.game, ...code(() => import('#web/game/game-page.tsx')) },
  { ...PAGES.myPredictions, ...code(() => import('#web/results/my-predictions-page.tsx')) },
  { ...PAGES.share, ...code(() => import('#web/shares/share-page.tsx')) },
  {
    ...PAGES.showLeaderboard,
    ...code(() => import('#web/leaderboards/show-leaderboard-page.tsx')),
  },
  {
    ...PAGES.globalLeaderboard,
    ...code(() => import('#web/leaderboards/global-leaderboard-page.tsx')),
  },
  { ...PAGES.liveSetlist, ...code(() => import('#web/show-night/live-setlist-page.tsx')) },
  { ...PAGES.forums, ...code(() => import('#web/forums/forums-page.tsx')) },
  { ...PAGES.newThread, ...code(() => import('#web/forums/new-thread-page.tsx')) },
  { ...PAGES.thread, ...code(() => import('#web/forums/thread-page.tsx')) },
  { ...PAGES.settings, ...code(() => import('#web/accounts/settings-page.tsx')) },
  { ...PAGES.statistics, ...code(() => import('./statistics-page.tsx')) },
  { ...PAGES.songDatabase, ...code(() => import('#web/songs/song-database-page.tsx')) },
  { ...PAGES.song, ...code(() => import('#web/songs/song-page.tsx')) },
  { ...PAGES.admin, ...code(() => import('./admin-page.tsx')) },
];

/**
 * A page in a chunk of its own. One that was fetched ahead is drawn at once: React's `lazy` would let
 * it wait in any case, and then for a third of a second, as it does between a skeleton and a page.
 */
function code(load: () => Promise<{ default: ComponentType }>): Pick<AppRoute, 'page' | 'load'> {
  let loaded: ComponentType | undefined;
  const loadOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Late = lazy(loadOnce);
  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  return { page: Page, load: loadOnce };
}

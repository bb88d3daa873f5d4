import {
  BarChart3,
  CalendarDays,
  Globe,
  HandHeart,
  Info,
  LayoutDashboard,
  ListMusic,
  ListOrdered,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Music,
  Radio,
  Settings,
  ShieldCheck,
  Trophy,
} from 'lucide-react';
import { type ComponentType, lazy, useState } from 'react';
import { PAGES, type Page, type PageName } from '#contract/pages.ts';
import { fetchAhead } from './fetch-ahead.ts';

export interface AppRoute extends Page {
  /** One chunk a page. */
  page: ComponentType;
  /** Fetches it ahead. */
  load: () => Promise<unknown>;
  /** Its link in the sidebar, where it has one. */
  nav?: NavEntry | undefined;
}

interface NavEntry {
  group: (typeof NAV_GROUPS)[number];
  icon: LucideIcon;
  /** The page's title where nothing else is said. */
  label?: string;
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

/** What each page is made of, in the order of the sidebar. What it reads first: contract/first-reads.ts. */
export const ROUTES: readonly AppRoute[] = [
  route('landing', () => import('./landing/landing-page.tsx')),
  route('login', () => import('#web/accounts/login-page.tsx')),
  route('signup', () => import('#web/accounts/signup-page.tsx')),
  route('dashboard', () => import('./dashboard/dashboard-page.tsx'), {
    group: 'Main',
    icon: LayoutDashboard,
  }),
  route('game', () => import('#web/game/game-page.tsx'), { group: 'Main', icon: ListMusic }),
  route('showSchedule', () => import('#web/shows/show-schedule-page.tsx'), {
    group: 'Main',
    icon: CalendarDays,
  }),
  route('myPredictions', () => import('#web/results/my-predictions-page.tsx'), {
    group: 'Competition',
    icon: ListOrdered,
  }),
  route('share', () => import('#web/shares/share-page.tsx')),
  route('showLeaderboard', () => import('#web/leaderboards/show-leaderboard-page.tsx'), {
    group: 'Competition',
    icon: Trophy,
  }),
  route('globalLeaderboard', () => import('#web/leaderboards/global-leaderboard-page.tsx'), {
    group: 'Competition',
    icon: Globe,
  }),
  route('liveSetlist', () => import('#web/show-night/live-setlist-page.tsx'), {
    group: 'Competition',
    icon: Radio,
  }),
  route('statistics', () => import('./statistics-page.tsx'), {
    group: 'Competition',
    icon: BarChart3,
    label: 'Your Stats',
  }),
  route('forums', () => import('#web/forums/forums-page.tsx'), {
    group: 'Community',
    icon: MessagesSquare,
  }),
  route('newThread', () => import('#web/forums/new-thread-page.tsx')),
  route('thread', () => import('#web/forums/thread-page.tsx')),
  route('songDatabase', () => import('#web/songs/song-database-page.tsx'), {
    group: 'Community',
    icon: Music,
  }),
  route('song', () => import('#web/songs/song-page.tsx')),
  route('settings', () => import('#web/accounts/settings-page.tsx'), {
    group: 'Account',
    icon: Settings,
    label: 'Settings',
  }),
  route('about', () => import('#web/static-pages/about-page.tsx'), {
    group: 'Information',
    icon: Info,
  }),
  route('contact', () => import('#web/static-pages/contact-page.tsx'), {
    group: 'Information',
    icon: Mail,
  }),
  route('donate', () => import('#web/static-pages/donate-page.tsx'), {
    group: 'Information',
    icon: HandHeart,
  }),
  route('admin', () => import('./admin-page.tsx'), { group: 'Admin', icon: ShieldCheck }),
];

/**
 * A page in a chunk of its own, fetched together with what it reads first. One that was fetched ahead
 * is drawn at once: React's `lazy` would let it wait in any case, and then for a third of a second, as
 * it does between a skeleton and a page.
 */
function route(
  name: PageName,
  chunk: () => Promise<{ default: ComponentType }>,
  nav?: NavEntry,
): AppRoute {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const module = await chunk();
    loaded = module.default;
    return module;
  };
  const Late = lazy(() => {
    fetchAhead(name);
    return load();
  });
  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  return { ...PAGES[name], page: Page, load, nav };
}

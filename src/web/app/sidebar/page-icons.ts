import type { PAGES } from '#contract/pages.ts';
import type { Icon } from '#web/ui/icon.ts';
import CalendarDays from '~icons/calendar-days';
import ChartColumn from '~icons/chart-column';
import Globe from '~icons/globe';
import HandHeart from '~icons/hand-heart';
import Info from '~icons/info';
import LayoutDashboard from '~icons/layout-dashboard';
import ListMusic from '~icons/list-music';
import ListOrdered from '~icons/list-ordered';
import Mail from '~icons/mail';
import MessagesSquare from '~icons/messages-square';
import Music from '~icons/music';
import Radio from '~icons/radio';
import Settings from '~icons/settings';
import ShieldCheck from '~icons/shield-check';
import Trophy from '~icons/trophy';
import Users from '~icons/users';

type Pages = typeof PAGES;
type NavPage = {
  [Name in keyof Pages]: Pages[Name] extends { nav: unknown } ? Name : never;
}[keyof Pages];

export const PAGE_ICONS: Readonly<Record<NavPage, Icon>> = {
  dashboard: LayoutDashboard,
  game: ListMusic,
  showSchedule: CalendarDays,
  myPredictions: ListOrdered,
  showLeaderboard: Trophy,
  globalLeaderboard: Globe,
  liveSetlist: Radio,
  statistics: ChartColumn,
  leagues: Users,
  forums: MessagesSquare,
  songDatabase: Music,
  settings: Settings,
  about: Info,
  contact: Mail,
  donate: HandHeart,
  scribe: ListMusic,
  admin: ShieldCheck,
};

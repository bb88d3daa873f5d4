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

type Nav = Extract<(typeof PAGES)[keyof typeof PAGES], { nav: unknown }>['nav'];

export const PAGE_ICONS: Readonly<Record<Nav['icon'], Icon>> = {
  LayoutDashboard,
  ListMusic,
  CalendarDays,
  ListOrdered,
  Trophy,
  Globe,
  Radio,
  ChartColumn,
  MessagesSquare,
  Music,
  Settings,
  Info,
  Mail,
  HandHeart,
  ShieldCheck,
  Users,
};

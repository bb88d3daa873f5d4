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
import { paths } from '#contract/pages.ts';

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
}

interface NavGroup {
  label: string;
  items: readonly NavItem[];
}

export const NAV_GROUPS: readonly NavGroup[] = [
  {
    label: 'Main',
    items: [
      { label: 'Dashboard', href: paths.dashboard(), icon: LayoutDashboard },
      { label: 'Prediction Game', href: paths.game(), icon: ListMusic },
      { label: 'Show Schedule', href: paths.showSchedule(), icon: CalendarDays },
    ],
  },
  {
    label: 'Competition',
    items: [
      { label: 'My Predictions', href: paths.myPredictions(), icon: ListOrdered },
      { label: 'Show Leaderboard', href: paths.showLeaderboard(), icon: Trophy },
      { label: 'Global Leaderboard', href: paths.globalLeaderboard(), icon: Globe },
      { label: 'Live Setlist', href: paths.liveSetlist(), icon: Radio },
      { label: 'Your Stats', href: paths.statistics(), icon: BarChart3 },
    ],
  },
  {
    label: 'Community',
    items: [
      { label: 'Fan Forums', href: paths.forums(), icon: MessagesSquare },
      { label: 'Song Database', href: paths.songDatabase(), icon: Music },
    ],
  },
  { label: 'Account', items: [{ label: 'Settings', href: paths.settings(), icon: Settings }] },
  {
    label: 'Information',
    items: [
      { label: 'About', href: paths.about(), icon: Info },
      { label: 'Contact', href: paths.contact(), icon: Mail },
      { label: 'Donate', href: paths.donate(), icon: HandHeart },
    ],
  },
];

/** For administrators only. */
export const ADMIN_GROUP: NavGroup = {
  label: 'Admin',
  items: [{ label: 'Admin Panel', href: paths.admin(), icon: ShieldCheck }],
};

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
      { label: 'Dashboard', href: '/', icon: LayoutDashboard },
      { label: 'Prediction Game', href: '/game', icon: ListMusic },
      { label: 'Show Schedule', href: '/shows', icon: CalendarDays },
    ],
  },
  {
    label: 'Competition',
    items: [
      { label: 'My Predictions', href: '/my-predictions', icon: ListOrdered },
      { label: 'Show Leaderboard', href: '/show-leaderboard', icon: Trophy },
      { label: 'Global Leaderboard', href: '/leaderboard', icon: Globe },
      { label: 'Live Setlist', href: '/live-setlist', icon: Radio },
      { label: 'Your Stats', href: '/statistics', icon: BarChart3 },
    ],
  },
  {
    label: 'Community',
    items: [
      { label: 'Fan Forums', href: '/forums', icon: MessagesSquare },
      { label: 'Song Database', href: '/song-database', icon: Music },
    ],
  },
  { label: 'Account', items: [{ label: 'Settings', href: '/settings', icon: Settings }] },
  {
    label: 'Information',
    items: [
      { label: 'About', href: '/about', icon: Info },
      { label: 'Contact', href: '/contact', icon: Mail },
      { label: 'Donate', href: '/donate', icon: HandHeart },
    ],
  },
];

/** For administrators only. */
export const ADMIN_GROUP: NavGroup = {
  label: 'Admin',
  items: [{ label: 'Admin Panel', href: '/admin', icon: ShieldCheck }],
};

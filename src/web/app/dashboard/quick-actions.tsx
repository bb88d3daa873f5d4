import { BarChart3, CalendarDays, Globe } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';

export function QuickActions() {
  return (
    <section aria-labelledby="quick-actions" className="grid gap-2">
      <h2 id="quick-actions" className="poster text-poster-md">
        Quick Actions
      </h2>
      <ul className="grid">
        {ACTIONS.map(({ href, label, Icon }) => (
          <li key={href} className="border-rail border-b last:border-0">
            <Link
              href={href}
              className="flex min-h-13 items-center gap-3.5 px-1 font-semibold hover:bg-text/5"
            >
              <Icon aria-hidden className="size-5 text-dim" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ACTIONS = [
  { href: paths.globalLeaderboard(), label: 'Global Leaderboard', Icon: Globe },
  { href: paths.statistics(), label: 'Your Stats', Icon: BarChart3 },
  { href: paths.showSchedule(), label: 'Show Schedule', Icon: CalendarDays },
];

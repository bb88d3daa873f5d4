import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import { isResultSeen } from '#web/score-display/seen-results.ts';
import { useUser } from '#web/session/use-user.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDays, ChartColumn, Globe, ListPlus } from '#web/ui/icons.ts';
import { Counter } from '#web/ui/list/counter.tsx';
import { Stat, StatGroup } from '#web/ui/list/stat.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LiveNow } from './live-now.tsx';
import { UpcomingShows } from './upcoming-shows.tsx';
import { YourPredictions } from './your-predictions.tsx';

export default function DashboardPage() {
  const user = useUser();
  return (
    <div className="grid gap-9">
      <PageHeader
        title={`Welcome back, ${user.username}!`}
        aside={
          user.isAdmin && (
            <Button asChild>
              <Link href={paths.admin({ tab: 'setlist' })}>
                <ListPlus aria-hidden />
                Enter the setlist
              </Link>
            </Button>
          )
        }
      />
      <Totals user={user} />
      <NewResult />
      <LiveNow />
      <div className="grid items-start gap-9 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <UpcomingShows />
        <div className="grid gap-9">
          <YourPredictions />
          <QuickActions />
        </div>
      </div>
    </div>
  );
}

function QuickActions() {
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
  { href: paths.statistics(), label: 'Your Stats', Icon: ChartColumn },
  { href: paths.showSchedule(), label: 'Show Schedule', Icon: CalendarDays },
];

function Totals({ user }: { user: CurrentUser }) {
  return (
    <StatGroup>
      <Stat label="Total Points" value={<Counter value={user.totalPoints} />} />
      <Stat label="Games Played" value={<Counter value={user.gamesPlayed} />} />
      <Stat
        label="Average Score"
        value={<Counter value={Number(user.averageScore)} decimals={1} />}
      />
      <Stat label="Current Rank" value="--" />
    </StatGroup>
  );
}

function NewResult() {
  const { id } = useUser();
  const predictions = useQuery(queryFor(listMyPredictions));
  const result = (predictions.data ?? [])
    .filter((prediction) => isRecentResult(prediction) && !isResultSeen(id, prediction.id))
    .sort((a, b) => Date.parse(b.show.date) - Date.parse(a.show.date))[0];
  if (!result) return null;
  return (
    <section
      aria-labelledby="result-in"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-rail bg-stage px-4.5 py-4"
    >
      <div className="min-w-0">
        <h2 id="result-in" className="poster text-poster-md">
          Your result is in
        </h2>
        <p className="wrap-anywhere text-dim">
          <bdi>{result.show.name}</bdi>
        </p>
      </div>
      <Button asChild>
        <Link href={paths.liveSetlist({ show: result.showId })}>See how you did</Link>
      </Button>
    </section>
  );
}

/** Older results were probably seen on another device. */
function isRecentResult({ points, show }: Prediction): boolean {
  const age = serverNow() - Date.parse(show.date);
  return points !== null && show.status === 'closed' && age < RECENT_MS;
}

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

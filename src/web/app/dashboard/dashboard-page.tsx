import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { useLiveShow, useNextToPredict } from '#web/show-display/displayed-show.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDays, ChartColumn, Globe, ListPlus } from '#web/ui/icons.ts';
import { Counter } from '#web/ui/list/counter.tsx';
import { Stat, StatGroup } from '#web/ui/list/stat.tsx';
import { HiddenShows } from './hidden-shows.tsx';
import { LastResult } from './last-result.tsx';
import { LiveNow } from './live-now.tsx';
import { NextShow } from './next-show.tsx';
import { UpcomingShows } from './upcoming-shows.tsx';
import { YourPredictions } from './your-predictions.tsx';

export default function DashboardPage() {
  const user = useUser();
  const liveShow = useLiveShow();
  const predictions = useQuery(queryFor(listMyPredictions)).data;
  const nextToPredict = useNextToPredict(useQuery(queryFor(listUpcomingShows)).data ?? NO_SHOWS);
  const hasPlayed = user.gamesPlayed > 0;
  const isNewcomer = !hasPlayed && predictions?.length === 0;
  const startsWithNext = !liveShow || (isNewcomer && nextToPredict !== undefined);
  const isWatching = liveShow && predictions?.some(({ showId }) => showId === liveShow.id);
  const nextShow = (
    <NextShow
      isNewcomer={isNewcomer}
      isMain={startsWithNext || !isWatching}
      isLine={!startsWithNext}
    />
  );
  return (
    <div className="grid gap-9">
      <Greeting user={user} />
      {startsWithNext && nextShow}
      <HiddenShows predictions={predictions ?? []} />
      {liveShow && (
        <LiveNow show={liveShow} isNewcomer={isNewcomer}>
          {!startsWithNext && nextShow}
        </LiveNow>
      )}
      <LastResult />
      {hasPlayed && <Totals user={user} />}
      <div className="grid items-start gap-9 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <UpcomingShows />
        <div className="grid gap-9">
          <YourPredictions />
          <QuickActions />
        </div>
      </div>
      {/* Zeros would discourage a new fan. */}
      {!hasPlayed && <Totals user={user} />}
    </div>
  );
}

const NO_SHOWS: readonly Show[] = [];

/** Smaller than other pages' titles, because the page is about the show below. */
function Greeting({ user }: { user: CurrentUser }) {
  return (
    <header className="-mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h1 className="poster wrap-anywhere min-w-0 text-poster-sm sm:text-poster-md">
        {`Welcome back, ${user.username}!`}
      </h1>
      {user.isAdmin && (
        <Button asChild>
          <Link href={paths.admin({ tab: 'setlist' })}>
            <ListPlus aria-hidden />
            Enter the setlist
          </Link>
        </Button>
      )}
    </header>
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

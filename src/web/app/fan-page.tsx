import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { FAN_NOT_FOUND, type Fan, getFan } from '#contract/fans.ts';
import { readPathParams } from '#contract/page-paths.ts';
import { PAGES, paths } from '#contract/pages.ts';
import { Achievements } from '#web/fans/achievements.tsx';
import { FanHeader } from '#web/fans/fan-header.tsx';
import { FanResults } from '#web/fans/fan-results.tsx';
import { FanStats } from '#web/fans/fan-stats.tsx';
import { FanTours } from '#web/fans/fan-tours.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { useUser } from '#web/session/use-user.ts';
import { HitRates } from '#web/statistics/hit-rates.tsx';
import { BestAndWorstCalls } from '#web/statistics/song-calls.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, NotFound } from '#web/ui/feedback/empty-state.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';

export default function FanPage() {
  // Reads the path directly: the router's location is partly decoded, which breaks names with '%'.
  useLocation();
  const { username = '' } = readPathParams(PAGES.fan, location.pathname) ?? {};
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap justify-between gap-x-6">
        <BackLink href={paths.globalLeaderboard()} label="Global Leaderboard" />
        <RulesLink />
      </div>
      <FanByName key={username} username={username} />
    </div>
  );
}

function FanByName({ username }: { username: string }) {
  const fan = useQuery(queryFor(getFan, { params: { username } }));
  return (
    <Loaded
      query={fan}
      label="Loading the profile"
      errorMessage="The fan's page could not be loaded."
      notFound={<FanNotFound />}
    >
      {(data) => <FanView fan={data} />}
    </Loaded>
  );
}

function FanNotFound() {
  return (
    <NotFound
      title={FAN_NOT_FOUND}
      text="They may have changed their name or deleted their account."
      href={paths.globalLeaderboard()}
      linkText="View Leaderboard"
    />
  );
}

function FanView({ fan }: { fan: Fan }) {
  const isOwn = useUser().id === fan.userId;
  usePageName(fan.username);
  return (
    <div className="grid grid-cols-1 gap-8">
      <FanHeader fan={fan} isOwn={isOwn} />
      <FanStats fan={fan} />
      {fan.results.length === 0 ? (
        <NothingScored isOwn={isOwn} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <FanTours tours={fan.tours} />
            <FanResults username={fan.username} results={fan.results} />
          </div>
          <div className="grid min-w-0 gap-6">
            <Achievements fan={fan} />
            <HitRates statistics={fan.hitRates} />
            <BestAndWorstCalls statistics={{ bestCalls: fan.bestCalls, worstCalls: [] }} />
          </div>
        </div>
      )}
    </div>
  );
}

function NothingScored({ isOwn }: { isOwn: boolean }) {
  if (!isOwn)
    return (
      <EmptyState
        as="h2"
        title="No scored shows yet"
        text="Their results appear here after the first show they predicted is scored."
      />
    );
  return (
    <EmptyState
      as="h2"
      title="No scored shows yet"
      text="Your results appear here after the first show you predicted is scored."
      action={
        <Button asChild variant="lamp">
          <Link href={paths.game()}>Make Prediction</Link>
        </Button>
      }
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { readPathParams } from '#contract/page-paths.ts';
import { PAGES, paths } from '#contract/pages.ts';
import { getMyShowRecap, getShowRecap, type ShowRecap } from '#contract/recaps.ts';
import { formatPlace, getShow, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { useUser } from '#web/session/use-user.ts';
import { ShowNotFound } from '#web/show-display/show-facts.tsx';
import { SpoilerGuard } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { CorrectedNote } from './corrected-note.tsx';
import { CrowdRecap } from './crowd-recap.tsx';
import { ShowContest } from './house-contest.tsx';
import { LoadedRecap } from './loaded-recap.tsx';
import { MyShow } from './my-show.tsx';
import { PlayedSetlist } from './played-setlist.tsx';
import { Podium } from './podium.tsx';

export default function ShowRecapPage() {
  useLocation();
  const { id = '' } = readPathParams(PAGES.showRecap, location.pathname) ?? {};
  const show = useQuery(queryFor(getShow, { params: { id } }));
  // Prefetched with the show, unless the show may be hidden. `Recap` renders it.
  const mayBeHidden = useUser().spoilersHiddenSince !== null;
  useQuery({ ...queryFor(getShowRecap, { params: { id } }), enabled: !mayBeHidden });
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <Loaded
        query={show}
        label="Loading the show"
        errorMessage="The show could not be loaded."
        notFound={<ShowNotFound />}
      >
        {(data) => (
          <SpoilerGuard key={id} show={data} as="h1">
            <Recap show={data} />
          </SpoilerGuard>
        )}
      </Loaded>
    </div>
  );
}

function Recap({ show }: { show: Show }) {
  const recap = useQuery(queryFor(getShowRecap, { params: { id: show.id } }));
  usePageName(`Recap of ${show.name}`);
  return (
    <>
      <div className="grid gap-2">
        <BackLink href={paths.showLeaderboard({ show: show.id })} label="Show Leaderboard" />
        <PageHeader
          title={<bdi className="wrap-anywhere">{show.name}</bdi>}
          subtitle={
            <>
              <p className="wrap-anywhere">
                Recap · {formatPlace(show)} · {shortDate(show.date, show.timeZone)}
              </p>
              <CorrectedNote correctedAt={recap.data?.correctedAt} />
            </>
          }
        />
      </div>
      <LoadedRecap
        query={recap}
        fallbackText="The show is not over yet."
        href={paths.liveSetlist({ show: show.id })}
        linkText="View Setlist"
      >
        {(data) => <RecapParts show={show} recap={data} />}
      </LoadedRecap>
    </>
  );
}

function RecapParts({ show, recap }: { show: Show; recap: ShowRecap }) {
  const myRecap = useQuery(queryFor(getMyShowRecap, { params: { id: show.id } })).data;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {myRecap && (
        <div className="lg:col-span-2">
          <MyShow recap={myRecap} />
        </div>
      )}
      <div className="grid min-w-0 gap-6">
        <Podium showId={show.id} recap={recap} />
        {recap.house && <ShowContest contest={recap.house} tourName={show.tourName} />}
        <PlayedSetlist showId={show.id} />
      </div>
      <div className="grid min-w-0 gap-6">
        <CrowdRecap recap={recap} />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 lg:col-span-2">
        {show.tourName !== null && (
          <Link
            href={paths.globalLeaderboard({ tour: show.tourName })}
            className="wrap-anywhere inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            <bdi>{show.tourName}</bdi>: leaderboard
          </Link>
        )}
        <RulesLink />
      </div>
    </div>
  );
}

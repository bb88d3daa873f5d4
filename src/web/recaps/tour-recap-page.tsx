import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { formatCount } from '#contract/tour-card.ts';
import { getMyTourRecap, getTourRecap, type TourRecap } from '#contract/tour-recaps.ts';
import { queryFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { markResultSeen } from '#web/score-display/seen-results.ts';
import { useUser } from '#web/session/use-user.ts';
import { HiddenShow, useHidesShow } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { CorrectedNote } from './corrected-note.tsx';
import { TourContest } from './house-contest.tsx';
import { LoadedRecap } from './loaded-recap.tsx';
import { MyTour } from './my-tour.tsx';
import { TourNights } from './tour-nights.tsx';
import { TourSoFar } from './tour-so-far.tsx';
import { Bustout, TourSongs } from './tour-songs.tsx';
import { TourTop } from './tour-top.tsx';

export default function TourRecapPage() {
  const [search] = useSearchParams();
  const tour = search.get('tour') ?? '';
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      {tour ? (
        <Recap key={tour} tour={tour} />
      ) : (
        <NotFound
          title="Tour not found."
          text="Choose a tour on the leaderboard."
          href={paths.globalLeaderboard()}
          linkText="Global Leaderboard"
        />
      )}
    </div>
  );
}

function Recap({ tour }: { tour: string }) {
  const recap = useQuery(queryFor(getTourRecap, { query: { tour } }));
  usePageName(`Recap of ${tour}`);
  const { id: userId } = useUser();
  const isReady = recap.data !== undefined;
  useEffect(() => {
    if (isReady) markResultSeen(userId, tour);
  }, [isReady, userId, tour]);
  return (
    <>
      <div className="grid gap-2">
        <BackLink href={paths.globalLeaderboard({ tour })} label="Tour leaderboard" />
        <PageHeader
          title={<bdi className="wrap-anywhere">{tour}</bdi>}
          subtitle={
            recap.data && (
              <>
                <p>{describeTour(recap.data)}</p>
                <CorrectedNote correctedAt={recap.data.correctedAt} />
              </>
            )
          }
        />
      </div>
      <LoadedRecap
        query={recap}
        fallbackText="The tour is not over yet."
        href={paths.globalLeaderboard({ tour })}
        linkText="View Leaderboard"
        placeholder={<TourSoFar tour={tour} />}
      >
        {(data) => <RecapOrHiddenShow recap={data} />}
      </LoadedRecap>
    </>
  );
}

function describeTour({ nights }: TourRecap): string {
  const [first, last] = [nights[0]?.show, nights.at(-1)?.show];
  const parts = ['Recap', formatCount(nights.length, 'show')];
  if (first && last) {
    const days = [first, last].map(({ date, timeZone }) => shortDate(date, timeZone));
    parts.push([...new Set(days)].join(' to '));
  }
  return parts.join(' · ');
}

/** Asks about one hidden night at a time, because the recap reveals the results of all. */
function RecapOrHiddenShow({ recap }: { recap: TourRecap }) {
  const hidesShow = useHidesShow();
  const shows = recap.nights.map(({ show }) => ({ ...show, status: 'closed' }));
  const hiddenShow = shows.find(hidesShow);
  return hiddenShow ? <HiddenShow show={hiddenShow} /> : <RecapParts recap={recap} />;
}

function RecapParts({ recap }: { recap: TourRecap }) {
  const { name, songs, bustout, house } = recap;
  const myRecap = useQuery(queryFor(getMyTourRecap, { query: { tour: name } })).data;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {myRecap && (
        <div className="lg:col-span-2">
          <MyTour recap={myRecap} />
        </div>
      )}
      <div className="grid min-w-0 gap-6">
        <TourTop recap={recap} />
        {bustout && <Bustout bustout={bustout} />}
        {house && <TourContest house={house} />}
        {songs && <TourSongs songs={songs} />}
      </div>
      <div className="grid min-w-0 gap-6">
        <TourNights recap={recap} />
      </div>
      <RulesLink className="lg:col-span-2" />
    </div>
  );
}

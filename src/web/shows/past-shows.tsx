import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { RESULTS_FEED } from '#contract/results-feed.ts';
import type { Show } from '#contract/shows.ts';
import { ShowThreadLink } from '#web/show-display/show-thread-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { ScheduleMonths } from './schedule-months.tsx';
import { paginatePastShows } from './split-schedule.ts';

/** The page number is in the URL, so that Back restores it. `limit` applies to the first render. */
export function PastShows({ shows, limit }: { shows: readonly Show[]; limit: number }) {
  const [search, setSearch] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasChangedPage = useRef(false);
  const { rows, page, hasNewer, hasOlder } = paginatePastShows(shows, Number(search.get('past')));

  useEffect(() => {
    if (!hasChangedPage.current) return;
    hasChangedPage.current = false;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  });

  function goToPage(newPage: number) {
    hasChangedPage.current = true;
    setSearch(newPage > 1 ? { past: String(newPage) } : {}, { replace: true });
  }

  return (
    <section aria-labelledby="past" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2
          id="past"
          ref={heading}
          tabIndex={-1}
          className="poster scroll-mt-18 text-poster-md outline-none"
        >
          Past Shows
        </h2>
        {/* Opens a new tab, because an installed app has no Back button. */}
        <a
          href={RESULTS_FEED.path}
          type={RESULTS_FEED.type}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Results in your feed reader
        </a>
      </div>
      <ScheduleMonths
        shows={rows.slice(0, limit)}
        renderActions={(show) => <PastActions show={show} />}
      />
      {(hasNewer || hasOlder) && (
        <nav aria-label="Past shows" className="flex flex-wrap justify-between gap-3">
          <Button disabled={!hasNewer} onClick={() => goToPage(page - 1)}>
            Newer shows
          </Button>
          <Button disabled={!hasOlder} onClick={() => goToPage(page + 1)}>
            Older shows
          </Button>
        </nav>
      )}
    </section>
  );
}

function PastActions({ show }: { show: Show }) {
  return (
    <>
      <Button asChild>
        <Link href={paths.liveSetlist({ show: show.id })} aria-label={`View Setlist: ${show.name}`}>
          View Setlist
        </Link>
      </Button>
      <Button asChild variant="ghost">
        <Link
          href={paths.myPredictions({ show: show.id })}
          aria-label={`My Prediction: ${show.name}`}
        >
          My Prediction
        </Link>
      </Button>
      <ShowThreadLink show={show} />
    </>
  );
}

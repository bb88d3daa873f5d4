import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import { formatTimeLeft } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { Sheet, SheetFooter, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';
import { useNextToPredict } from './displayed-show.ts';

type BlankSheetProps = {
  title: string;
  text: string;
  actions: ReactNode;
};

export function BlankSheet({ title, text, actions }: BlankSheetProps) {
  const titleId = useId();
  return (
    <Sheet aria-labelledby={titleId}>
      <SheetHeader id={titleId} title={title} subtitle={text} />
      <div aria-hidden className="mask-b-from-60%">
        <ol>
          {[1, 2, 3, 4, 5].map((number) => (
            <SheetRow
              key={number}
              className="min-h-10.5!"
              number={number}
              title={number === 1 && <span className="text-ink-dim">Your opener…</span>}
            />
          ))}
        </ol>
      </div>
      <SheetFooter>
        {/* Reserves two lines until the shows load. */}
        <p className="min-h-11 min-w-0 flex-1 basis-52 content-center">
          <NextShow />
        </p>
        <div className="flex flex-wrap gap-3">{actions}</div>
      </SheetFooter>
    </Sheet>
  );
}

function NextShow() {
  const shows = useQuery(queryFor(listUpcomingShows)).data;
  const next = useNextToPredict(shows ?? NO_SHOWS);
  return next && <Deadline show={next} />;
}

const NO_SHOWS: readonly Show[] = [];

function Deadline({ show }: { show: Show }) {
  const now = useNow();
  return (
    <>
      Next: <bdi className="font-semibold">{show.name}</bdi>, locks in{' '}
      <span className="whitespace-nowrap">{formatTimeLeft(predictionsLockAt(show) - now)}</span>
    </>
  );
}

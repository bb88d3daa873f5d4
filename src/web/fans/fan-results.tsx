import { useState } from 'react';
import { Link } from 'wouter';
import type { FanResult } from '#contract/fans.ts';
import { paths } from '#contract/pages.ts';
import { formatPlace } from '#contract/shows.ts';
import { useHidesShow } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Place } from './fan-tours.tsx';

const COLLAPSED_COUNT = 10;

type FanResultsProps = { username: string; results: readonly FanResult[] };

export function FanResults({ username, results }: FanResultsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const visibleResults = showsAll ? results : results.slice(0, COLLAPSED_COUNT);
  return (
    <Panel title="Shows">
      <ul>
        {visibleResults.map((result) => (
          <ResultRow key={result.show.id} username={username} result={result} />
        ))}
      </ul>
      {visibleResults.length < results.length && (
        <div className="border-rail/60 border-t px-4.5 py-3.5">
          <Button onClick={() => setShowsAll(true)}>Show all {results.length} shows</Button>
        </div>
      )}
    </Panel>
  );
}

function ResultRow({ username, result }: { username: string; result: FanResult }) {
  const { show } = result;
  const isHidden = useHidesShow()({ ...show, status: 'closed' });
  return (
    <li className="border-rail/60 border-t">
      <Link
        href={paths.fanSheet({ username, id: show.id })}
        className="flex min-h-14 items-center gap-4 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
      >
        <span className="min-w-0 flex-1">
          <bdi className="wrap-anywhere font-semibold">{show.name}</bdi>
          <span className="block text-dim text-sm">
            {shortDate(show.date, show.timeZone)} · {formatPlace(show)}
          </span>
        </span>
        {isHidden ? <span className="text-dim">Hidden</span> : <Place standing={result} />}
      </Link>
    </li>
  );
}

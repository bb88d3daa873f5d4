import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { listShows, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useHidesShow } from '#web/show-display/spoilers.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { searchIndex } from '#web/ui/form/search-index.ts';
import { StageHeader } from './stage-header.tsx';

type PastSetlistsProps = { onBack: () => void; onChoose: (show: Show) => void };

export function PastSetlists({ onBack, onChoose }: PastSetlistsProps) {
  const shows = useQuery(queryFor(listShows));
  const hidesShow = useHidesShow();
  return (
    <div className="grid min-h-[60dvh] content-start gap-3">
      <StageHeader title="A past setlist" onBack={onBack} />
      <Loaded query={shows} label="Loading the shows" errorMessage="The shows could not be loaded.">
        {(allShows) => (
          <ShowSearch
            shows={allShows.filter((show) => show.status === 'closed' && !hidesShow(show))}
            onChoose={onChoose}
          />
        )}
      </Loaded>
    </div>
  );
}

type ShowSearchProps = { shows: readonly Show[]; onChoose: (show: Show) => void };

function ShowSearch({ shows, onChoose }: ShowSearchProps) {
  const [text, setText] = useState('');
  const find = useMemo(
    () => searchIndex(shows, (show) => ({ label: show.name, detail: describeShow(show) })),
    [shows],
  );
  const matches = find(text);
  return (
    <>
      <SearchField
        label="Search shows"
        placeholder="Search shows..."
        autoComplete="off"
        text={text}
        onChange={setText}
      />
      {matches.length === 0 && (
        <p role="status" className="text-dim">
          {text ? 'No shows match your search' : 'No show has been played yet'}
        </p>
      )}
      <ul aria-label="Past shows">
        {matches.slice(0, MAX_SHOWS).map((show) => (
          <li key={show.id} className="border-rail/60 border-t">
            <button
              type="button"
              onClick={() => onChoose(show)}
              className="wrap-anywhere block min-h-14 w-full rounded-md px-2 py-2 text-left hover:bg-text/8 focus-visible:-outline-offset-2"
            >
              <span className="block font-semibold">{show.name}</span>
              <span className="block text-dim text-sm">{describeShow(show)}</span>
            </button>
          </li>
        ))}
      </ul>
      {matches.length > MAX_SHOWS && (
        <p className="text-dim text-sm">
          {matches.length - MAX_SHOWS} more. Search by name, city or year to find them.
        </p>
      )}
    </>
  );
}

const MAX_SHOWS = 40;

function describeShow({ date, timeZone, city, state }: Show): string {
  return [shortDate(date, timeZone), city, state].filter(Boolean).join(' · ');
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { listSongs, type Song } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { CatalogueTable } from './catalogue-table.tsx';
import {
  findSongs,
  firstDirection,
  type SongFilters,
  type SongSort,
  songSearch,
} from './find-songs.ts';
import { useFilters } from './use-filters.ts';

/** All songs: searched, filtered, sorted. */
export function CatalogueTab() {
  const songs = useQuery(queryFor(listSongs));
  const [filters, setFilters] = useFilters();
  return (
    <div className="grid gap-5">
      <CatalogueFilters filters={filters} onChange={setFilters} />
      <Loaded query={songs} label="Loading the songs" failed="The songs could not be loaded.">
        {(all) => <FoundSongs all={all} filters={filters} onChange={setFilters} />}
      </Loaded>
    </div>
  );
}

const FIRST_ROWS = 30;

type FoundSongsProps = {
  all: readonly Song[];
  filters: SongFilters;
  onChange: (filters: SongFilters) => void;
};

function FoundSongs({ all, filters, onChange }: FoundSongsProps) {
  // The list follows a moment behind the typing, however many songs there are.
  const search = useMemo(() => songSearch(all), [all]);
  const later = useDeferredValue(filters);
  const found = useMemo(() => findSongs(all, later, search), [all, later, search]);
  // What fills a screen is drawn first, the rest when there is time.
  const rows = useDeferredValue(found, found.slice(0, FIRST_ROWS));
  const sortBy = useCallback(
    (sort: SongSort) => {
      const { direction } = later;
      const reversed = direction === 'ascending' ? 'descending' : 'ascending';
      onChange({
        ...later,
        sort,
        direction: sort === later.sort ? reversed : firstDirection(sort),
      });
    },
    [later, onChange],
  );
  if (found.length === 0)
    return (
      <div role="status">
        <EmptyState title="No songs found matching your filters" />
      </div>
    );

  return (
    <div className="grid gap-3">
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        {found.length === 1 ? '1 song' : `${found.length.toLocaleString('en-US')} songs`}
      </p>
      <CatalogueTable songs={rows} filters={later} onSort={sortBy} />
    </div>
  );
}

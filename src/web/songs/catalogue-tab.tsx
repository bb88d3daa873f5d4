import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { listSongs, RARITIES, RARITY_LABELS, type Song } from '#contract/songs.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { ArrowDown, ArrowUp } from '#web/ui/icons.ts';
import { CatalogueTable } from './catalogue-table.tsx';
import {
  filtersOf,
  findSongs,
  firstDirection,
  SORTS,
  type SongFilters,
  type SongSort,
  songSearch,
  withFilters,
} from './find-songs.ts';

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

/** A phone shows seven, a laptop twelve. */
const FIRST_ROWS = 12;

type FoundSongsProps = {
  all: readonly Song[];
  filters: SongFilters;
  onChange: (filters: SongFilters) => void;
};

function FoundSongs({ all, filters, onChange }: FoundSongsProps) {
  const search = useMemo(() => songSearch(all), [all]);
  const deferredFilters = useDeferredValue(filters);
  const found = useMemo(
    () => findSongs(all, deferredFilters, search),
    [all, deferredFilters, search],
  );
  // Renders the first screen of rows first.
  const rows = useDeferredValue(found, found.slice(0, FIRST_ROWS));
  const sortBy = useCallback(
    (sort: SongSort) => {
      const { direction } = deferredFilters;
      const reversed = direction === 'ascending' ? 'descending' : 'ascending';
      onChange({
        ...deferredFilters,
        sort,
        direction: sort === deferredFilters.sort ? reversed : firstDirection(sort),
      });
    },
    [deferredFilters, onChange],
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
      <CatalogueTable songs={rows} filters={deferredFilters} onSort={sortBy} />
    </div>
  );
}

/** The URL follows with a delay, because browsers limit how often it may change. */
function useFilters(): [SongFilters, (filters: SongFilters) => void] {
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState(() => filtersOf(search));
  const targetSearch = String(withFilters(search, filters));
  const isWritten = targetSearch === String(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setSearch is new with each rendering
  useEffect(() => {
    if (isWritten) return;
    const timer = setTimeout(
      () => setSearch((before) => withFilters(before, filters), { replace: true }),
      WRITE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [isWritten, targetSearch]);
  return [filters, setFilters];
}

const WRITE_AFTER_MS = 300;

type CatalogueFiltersProps = { filters: SongFilters; onChange: (filters: SongFilters) => void };

function CatalogueFilters({ filters, onChange }: CatalogueFiltersProps) {
  const { text, rarity, sort, direction } = filters;
  const isAscending = direction === 'ascending';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <div className="grid items-end gap-3 min-[23.4rem]:grid-cols-[8.25rem_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_11rem_15rem]">
      <SearchField
        className="max-lg:col-span-full"
        label="Search songs"
        placeholder="Search songs..."
        text={text}
        onChange={(newText) => onChange({ ...filters, text: newText })}
      />
      <SelectField
        label="Rarity"
        options={RARITY_OPTIONS}
        value={rarity}
        onChange={({ target }) => {
          const found = RARITIES.find((candidate) => candidate === target.value);
          onChange({ ...filters, rarity: found ?? 'all' });
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1">
        <SelectField
          label="Sort by"
          options={SORT_OPTIONS}
          value={sort}
          onChange={({ target }) => {
            const found = SORTS.find((candidate) => candidate === target.value) ?? 'title';
            onChange({ ...filters, sort: found, direction: firstDirection(found) });
          }}
        />
        <Button
          size="icon"
          variant="ghost"
          aria-label={isAscending ? 'Sort descending' : 'Sort ascending'}
          onClick={() =>
            onChange({ ...filters, direction: isAscending ? 'descending' : 'ascending' })
          }
        >
          <Arrow aria-hidden />
        </Button>
      </div>
    </div>
  );
}

const RARITY_OPTIONS = [
  { value: 'all', label: 'All' },
  ...RARITIES.map((value) => ({ value, label: RARITY_LABELS[value] })),
];

const SORT_OPTIONS = [
  { value: 'title', label: 'Title' },
  { value: 'timesPlayed', label: 'Times played' },
  { value: 'lastPlayed', label: 'Last played' },
];

import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { listSongs, RARITIES, RARITY_LABELS, type Song } from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { ArrowDown, ArrowUp } from '#web/ui/icons.ts';
import { JUMP_BAR_ROWS, JumpBar } from '#web/ui/list/jump-bar.tsx';
import { CatalogTable } from './catalog-table.tsx';
import {
  createSongSearch,
  findSongs,
  getDefaultDirection,
  parseFilters,
  SORTS,
  type SongFilters,
  type SongSort,
  withFilters,
} from './find-songs.ts';
import { findGroup, groupSongs } from './group-songs.ts';

export function CatalogTab() {
  const songs = useQuery(queryFor(listSongs));
  const [filters, setFilters] = useFilters();
  return (
    <div className="grid gap-3 md:gap-5">
      <CatalogFilters filters={filters} onChange={setFilters} />
      <Loaded query={songs} label="Loading the songs" errorMessage="The songs could not be loaded.">
        {(allSongs) => <FilteredSongs songs={allSongs} filters={filters} onChange={setFilters} />}
      </Loaded>
    </div>
  );
}

/** Fills a laptop's screen. */
const FIRST_ROWS = 12;

type FilteredSongsProps = {
  songs: readonly Song[];
  filters: SongFilters;
  onChange: (filters: SongFilters) => void;
};

function FilteredSongs({ songs, filters, onChange }: FilteredSongsProps) {
  const search = useMemo(() => createSongSearch(songs), [songs]);
  const deferredFilters = useDeferredValue(filters);
  const matches = useMemo(
    () => findSongs(songs, deferredFilters, search),
    [songs, deferredFilters, search],
  );
  // Renders the first screen of rows first.
  const rows = useDeferredValue(matches, matches.slice(0, FIRST_ROWS));
  const timeZone = useBand()?.timeZone ?? 'UTC';
  const { sort } = deferredFilters;
  const groups = useMemo(() => groupSongs(rows, sort, timeZone), [rows, sort, timeZone]);
  // Uses all matches, so that the bar doesn't change when the other rows appear.
  const titles = useMemo(
    () => groupSongs(matches, sort, timeZone).map(({ title }) => title),
    [matches, sort, timeZone],
  );
  const sortBy = useCallback(
    (sort: SongSort) => {
      const { direction } = deferredFilters;
      const reversed = direction === 'ascending' ? 'descending' : 'ascending';
      onChange({
        ...deferredFilters,
        sort,
        direction: sort === deferredFilters.sort ? reversed : getDefaultDirection(sort),
      });
    },
    [deferredFilters, onChange],
  );
  if (matches.length === 0)
    return (
      <div role="status">
        <EmptyState title="No songs found matching your filters" />
      </div>
    );

  return (
    <div className="grid gap-3">
      <p
        aria-live="polite"
        className={classes('text-dim text-sm', matches.length === songs.length && 'max-md:sr-only')}
      >
        {matches.length === 1 ? '1 song' : `${matches.length.toLocaleString('en-US')} songs`}
      </p>
      {matches.length >= JUMP_BAR_ROWS && titles.length > 1 && (
        <JumpBar
          label={sort === 'title' ? 'Jump to letter' : 'Jump to year'}
          {...{ titles, groups, findGroup }}
        />
      )}
      <CatalogTable groups={groups} filters={deferredFilters} onSort={sortBy} />
    </div>
  );
}

/** Updates the URL with a delay, because browsers limit how often it may change. */
function useFilters(): [SongFilters, (filters: SongFilters) => void] {
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState(() => parseFilters(search));
  const targetSearch = String(withFilters(search, filters));
  const isWritten = targetSearch === String(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setSearch changes on every render
  useEffect(() => {
    if (isWritten) return;
    const timer = setTimeout(
      () => setSearch((current) => withFilters(current, filters), { replace: true }),
      WRITE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [isWritten, targetSearch]);
  return [filters, setFilters];
}

const WRITE_AFTER_MS = 300;

type CatalogFiltersProps = { filters: SongFilters; onChange: (filters: SongFilters) => void };

function CatalogFilters({ filters, onChange }: CatalogFiltersProps) {
  const { text, rarity, sort, direction } = filters;
  const isAscending = direction === 'ascending';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <div className="grid items-end gap-3 min-[23.4rem]:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_11rem_15rem]">
      <SearchField
        className="max-lg:col-span-full"
        label="Search songs"
        placeholder="Search songs..."
        text={text}
        onChange={(newText) => onChange({ ...filters, text: newText })}
      />
      <SelectField
        label="Rarity"
        labelHidden="max-lg"
        options={RARITY_OPTIONS}
        value={rarity}
        onChange={({ target }) => {
          const selected = RARITIES.find((candidate) => candidate === target.value);
          onChange({ ...filters, rarity: selected ?? 'all' });
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1">
        <SelectField
          label="Sort by"
          labelHidden="max-lg"
          options={SORT_OPTIONS}
          value={sort}
          onChange={({ target }) => {
            const selected = SORTS.find((candidate) => candidate === target.value) ?? 'title';
            onChange({ ...filters, sort: selected, direction: getDefaultDirection(selected) });
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
  { value: 'all', label: 'All rarities' },
  ...RARITIES.map((value) => ({
    value,
    label:
      value === 'debut' ? `${RARITY_LABELS.debut}: new to the band's sets` : RARITY_LABELS[value],
  })),
];

const SORT_OPTIONS = [
  { value: 'title', label: 'Title' },
  { value: 'timesPlayed', label: 'Times played' },
  { value: 'lastPlayed', label: 'Last played' },
];

import { ArrowDown, ArrowUp } from 'lucide-react';
import { RARITIES } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { firstDirection, SORTS, type SongFilters } from './find-songs.ts';
import { RARITY_LABELS } from './rarity-labels.ts';

type CatalogueFiltersProps = { filters: SongFilters; onChange: (filters: SongFilters) => void };

/** Search, rarity and order. */
export function CatalogueFilters({ filters, onChange }: CatalogueFiltersProps) {
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
        onChange={(wanted) => onChange({ ...filters, text: wanted })}
      />
      <SelectField
        label="Rarity"
        options={RARITY_OPTIONS}
        value={rarity}
        onChange={({ target }) => {
          const found = RARITIES.find((one) => one === target.value);
          onChange({ ...filters, rarity: found ?? 'all' });
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1">
        <SelectField
          label="Sort by"
          options={SORT_OPTIONS}
          value={sort}
          onChange={({ target }) => {
            const found = SORTS.find((one) => one === target.value) ?? 'title';
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

import { useQuery } from '@tanstack/react-query';
import { type BoardChoice, listTours } from '#contract/tour-boards.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';

type ChoosePeriodProps = {
  period: BoardChoice['period'];
  onChange: (period: BoardChoice['period']) => void;
};

export function ChoosePeriod({ period, onChange }: ChoosePeriodProps) {
  const tours = useQuery(queryFor(listTours)).data;
  const options = [
    { value: toValue({}), label: 'All time' },
    ...(tours?.tours ?? []).map(({ name, showCount }) => ({
      value: toValue({ tour: name }),
      label: `${name} · ${formatShows(showCount)}`,
    })),
    ...(tours?.years ?? []).map(({ year, showCount }) => ({
      value: toValue({ year: String(year) }),
      label: `${year} · ${formatShows(showCount)}`,
    })),
  ];
  const value = toValue(period);
  // A tour without points, from a link, or until the tours load.
  if (!options.some((option) => option.value === value))
    options.push({ value, label: period.tour ?? period.year ?? '' });
  return (
    <SelectField
      label="Shows"
      labelHidden
      value={value}
      onChange={({ target }) => onChange(JSON.parse(target.value))}
      options={options}
      className="sm:max-w-sm"
    />
  );
}

/** How many scored shows the board counts; undefined until the tours load. */
export function useShowCount({ tour, year }: BoardChoice['period']): number | undefined {
  const tours = useQuery(queryFor(listTours)).data;
  if (!tours) return undefined;
  if (tour !== undefined) return tours.tours.find(({ name }) => name === tour)?.showCount ?? 0;
  return tours.years
    .filter((period) => year === undefined || String(period.year) === year)
    .reduce((sum, { showCount }) => sum + showCount, 0);
}

export function formatShows(count: number): string {
  return `${count} ${count === 1 ? 'show' : 'shows'}`;
}

function toValue({ tour, year }: BoardChoice['period']): string {
  return JSON.stringify({ tour, year });
}

import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type BoardChoice, listTours } from '#contract/tour-boards.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';

type ChoosePeriodProps = {
  period: BoardChoice['period'];
  onChange: (period: BoardChoice['period']) => void;
};

export function ChoosePeriod({ period, onChange }: ChoosePeriodProps) {
  const tours = useQuery(queryFor(listTours)).data;
  const options: { value: string; label: string; group?: string }[] = [
    { value: toValue({}), label: 'All time' },
    ...(tours?.tours ?? []).map(({ name, showCount }) => ({
      value: toValue({ tour: name }),
      label: `${name} · ${formatShows(showCount)}`,
      group: 'Tours',
    })),
    ...(tours?.years ?? []).map(({ year, showCount }) => ({
      value: toValue({ year: String(year) }),
      label: `${year} · ${formatShows(showCount)}`,
      group: 'Years',
    })),
    ...(tours?.runs ?? []).map(({ id, venue, firstDay, lastDay, showCount }) => ({
      value: toValue({ run: id }),
      label: `${venue} · ${formatDays(firstDay, lastDay)} · ${formatShows(showCount)}`,
      group: 'Runs',
    })),
  ];
  const run = findRun(tours, period);
  const value = toValue(run ? { run: run.id } : period);
  // The period is from a link: an earlier run, a tour without points, or any before the tours load.
  if (!options.some((option) => option.value === value))
    options.push({ value, label: period.tour ?? period.year ?? 'Run' });
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

/** A link may name any show of the run. */
function findRun(
  tours: ResponseOf<typeof listTours> | undefined,
  { run = '' }: BoardChoice['period'],
) {
  return tours?.runs.find(({ showIds }) => showIds.includes(run));
}

/** How many scored shows the board counts; undefined until the tours load. */
export function useShowCount({ tour, year, run }: BoardChoice['period']): number | undefined {
  const tours = useQuery(queryFor(listTours)).data;
  if (!tours) return undefined;
  if (run !== undefined) return findRun(tours, { run })?.showCount;
  if (tour !== undefined) return tours.tours.find(({ name }) => name === tour)?.showCount ?? 0;
  return tours.years
    .filter((period) => year === undefined || String(period.year) === year)
    .reduce((sum, { showCount }) => sum + showCount, 0);
}

export function formatShows(count: number): string {
  return `${count} ${count === 1 ? 'show' : 'shows'}`;
}

/** Returns 'Nov 1 – 3, 2026'. The days are like '2026-11-27'. */
function formatDays(firstDay: string, lastDay: string): string {
  const days = daysFormat.formatRange(new Date(firstDay), new Date(lastDay));
  // Some of the spaces are thin or non-breaking.
  return days.replaceAll(/\s/g, ' ');
}

const daysFormat = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric', year: 'numeric' },
  timeZone: 'UTC',
});

function toValue({ tour, year, run }: BoardChoice['period']): string {
  return JSON.stringify({ tour, year, run });
}

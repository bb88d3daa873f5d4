import { EXPECTED_SETLIST_LENGTH } from '#contract/setlists.ts';
import type { SongHistory } from '#contract/songs.ts';
import type { ChartColumn } from '#web/ui/list/column-chart.tsx';

/** Up to `thisMonth` ('2026-08'), including empty months. By year if there are too many months. */
export function playsOverTime(
  plays: SongHistory['months'],
  thisMonth: string,
): { unit: 'Month' | 'Year'; columns: ChartColumn[] } {
  const [first, last] = [plays[0]?.month, plays.at(-1)?.month];
  if (!first || !last) return { unit: 'Month', columns: [] };
  // A venue's time zone may already be in the next month.
  const end = last > thisMonth ? last : thisMonth;
  const months = monthsFrom(first, end);
  return months.length <= MOST_MONTHS
    ? { unit: 'Month', columns: monthColumns(plays, months) }
    : { unit: 'Year', columns: yearColumns(plays, yearOf(first), yearOf(end)) };
}

export function playsByPosition(plays: SongHistory['positions']): ChartColumn[] {
  const places = Math.max(EXPECTED_SETLIST_LENGTH, plays.at(-1)?.position ?? 0);
  return Array.from({ length: places }, (_, place) => {
    const position = place + 1;
    const found = plays.find((one) => one.position === position);
    return {
      key: String(position),
      label: String(position),
      value: found?.timesPlayed ?? 0,
      tick: position === 1 || position % 5 === 0 ? String(position) : undefined,
    };
  });
}

/** The median position, the lower of two. */
export function usualPosition(plays: SongHistory['positions']): number | undefined {
  const half = total(plays) / 2;
  let passed = 0;
  return plays.find(({ timesPlayed }) => {
    passed += timesPlayed;
    return passed >= half;
  })?.position;
}

const MOST_MONTHS = 36;
const MOST_TICKS = 6;

function monthColumns(plays: SongHistory['months'], months: readonly string[]): ChartColumn[] {
  const hasJanuary = months.some((month) => month.endsWith('-01'));
  return months.map((month, place) => {
    const isNamed = month.endsWith('-01') || (!hasJanuary && place === 0);
    return {
      key: month,
      label: monthName(month),
      value: total(plays.filter((one) => one.month === month)),
      tick: isNamed ? (hasJanuary ? month.slice(0, 4) : monthName(month)) : undefined,
    };
  });
}

function yearColumns(plays: SongHistory['months'], first: number, last: number): ChartColumn[] {
  const count = last - first + 1;
  const step = Math.ceil(count / MOST_TICKS);
  return Array.from({ length: count }, (_, place) => {
    const year = String(first + place);
    return {
      key: year,
      label: year,
      value: total(plays.filter(({ month }) => month.startsWith(`${year}-`))),
      tick: place % step === 0 ? year : undefined,
    };
  });
}

function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = next(month)) months.push(month);
  return months;
}

function next(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function yearOf(month: string): number {
  return Number(month.slice(0, 4));
}

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

function total(plays: readonly { timesPlayed: number }[]): number {
  return plays.reduce((sum, { timesPlayed }) => sum + timesPlayed, 0);
}

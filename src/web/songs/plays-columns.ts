import { EXPECTED_SETLIST_LENGTH } from '#contract/setlists.ts';
import type { SongHistory } from '#contract/songs.ts';
import type { ChartColumn } from '#web/ui/list/column-chart.tsx';

/** Counts plays per month up to `thisMonth` ('2026-08'), or per year if there are too many months. */
export function playsOverTime(
  plays: SongHistory['months'],
  thisMonth: string,
): { unit: 'Month' | 'Year'; columns: ChartColumn[] } {
  const [first, last] = [plays[0]?.month, plays.at(-1)?.month];
  if (!first || !last) return { unit: 'Month', columns: [] };
  // A venue's time zone may already be in the next month.
  const end = last > thisMonth ? last : thisMonth;
  const months = listMonths(first, end);
  return months.length <= MAX_MONTHS
    ? { unit: 'Month', columns: monthColumns(plays, months) }
    : { unit: 'Year', columns: yearColumns(plays, parseYear(first), parseYear(end)) };
}

export function playsByPosition(plays: SongHistory['positions']): ChartColumn[] {
  const count = Math.max(EXPECTED_SETLIST_LENGTH, plays.at(-1)?.position ?? 0);
  return Array.from({ length: count }, (_, index) => {
    const position = index + 1;
    const positionPlays = plays.find((entry) => entry.position === position);
    return {
      key: String(position),
      label: String(position),
      value: positionPlays?.timesPlayed ?? 0,
      tick: position === 1 || position % 5 === 0 ? String(position) : undefined,
    };
  });
}

const MAX_MONTHS = 36;
const MAX_TICKS = 6;

function monthColumns(plays: SongHistory['months'], months: readonly string[]): ChartColumn[] {
  const hasJanuary = months.some((month) => month.endsWith('-01'));
  return months.map((month, index) => {
    const hasTick = month.endsWith('-01') || (!hasJanuary && index === 0);
    return {
      key: month,
      label: monthName(month),
      value: totalPlays(plays.filter((entry) => entry.month === month)),
      tick: hasTick ? (hasJanuary ? month.slice(0, 4) : monthName(month)) : undefined,
    };
  });
}

function yearColumns(plays: SongHistory['months'], first: number, last: number): ChartColumn[] {
  const count = last - first + 1;
  const step = Math.ceil(count / MAX_TICKS);
  return Array.from({ length: count }, (_, index) => {
    const year = String(first + index);
    return {
      key: year,
      label: year,
      value: totalPlays(plays.filter(({ month }) => month.startsWith(`${year}-`))),
      tick: index % step === 0 ? year : undefined,
    };
  });
}

function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function parseYear(month: string): number {
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

function totalPlays(plays: readonly { timesPlayed: number }[]): number {
  return plays.reduce((sum, { timesPlayed }) => sum + timesPlayed, 0);
}

import { EXPECTED_SETLIST_LENGTH } from '#contract/setlists.ts';
import type { SongHistory } from '#contract/songs.ts';
import type { ChartColumn } from '#web/ui/list/column-chart.tsx';

/** Counts per month up to `thisMonth` ('2026-08'), or per year if there are too many months. */
export function countPlaysOverTime(
  plays: SongHistory['months'],
  thisMonth: string,
): { unit: 'Month' | 'Year'; columns: ChartColumn[] } {
  const [first, last] = [plays[0]?.month, plays.at(-1)?.month];
  if (!first || !last) return { unit: 'Month', columns: [] };
  // A venue's time zone may already be in the next month.
  const end = last > thisMonth ? last : thisMonth;
  const months = listMonths(first, end);
  return months.length <= MAX_MONTHS
    ? { unit: 'Month', columns: createMonthColumns(plays, months) }
    : { unit: 'Year', columns: createYearColumns(plays, parseYear(first), parseYear(end)) };
}

export function countPlaysByPosition(plays: SongHistory['positions']): ChartColumn[] {
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

function createMonthColumns(
  plays: SongHistory['months'],
  months: readonly string[],
): ChartColumn[] {
  const hasJanuary = months.some((month) => month.endsWith('-01'));
  return months.map((month, index) => {
    const hasTick = month.endsWith('-01') || (!hasJanuary && index === 0);
    return {
      key: month,
      label: formatMonth(month),
      value: sumPlays(plays.filter((entry) => entry.month === month)),
      tick: hasTick ? (hasJanuary ? month.slice(0, 4) : formatMonth(month)) : undefined,
    };
  });
}

function createYearColumns(
  plays: SongHistory['months'],
  first: number,
  last: number,
): ChartColumn[] {
  const count = last - first + 1;
  const step = Math.ceil(count / MAX_TICKS);
  return Array.from({ length: count }, (_, index) => {
    const year = String(first + index);
    return {
      key: year,
      label: year,
      value: sumPlays(plays.filter(({ month }) => month.startsWith(`${year}-`))),
      tick: index % step === 0 ? year : undefined,
    };
  });
}

function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = getNextMonth(month)) months.push(month);
  return months;
}

function getNextMonth(month: string): string {
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

function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

function sumPlays(plays: readonly { timesPlayed: number }[]): number {
  return plays.reduce((sum, { timesPlayed }) => sum + timesPlayed, 0);
}

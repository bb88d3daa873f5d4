import { describe, expect, test } from 'vitest';
import { countPlaysByPosition, countPlaysOverTime } from './plays-columns.ts';

const createMonth = (month: string, timesPlayed = 1) => ({ month, timesPlayed });
const formatColumns = (columns: { label: string; value: number }[]) =>
  columns.map(({ label, value }) => `${label} ${value}`);

describe('plays over time', () => {
  test('groups by month up to the current one, including empty months', () => {
    const { unit, columns } = countPlaysOverTime(
      [createMonth('2025-11', 2), createMonth('2026-01', 3)],
      '2026-02',
    );
    expect(unit).toBe('Month');
    expect(formatColumns(columns)).toEqual([
      'Nov 2025 2',
      'Dec 2025 0',
      'Jan 2026 3',
      'Feb 2026 0',
    ]);
    expect(columns.map(({ tick }) => tick)).toEqual([undefined, undefined, '2026', undefined]);
  });

  test('labels the first month if no year starts', () => {
    const { columns } = countPlaysOverTime([createMonth('2026-03')], '2026-05');
    expect(columns.map(({ tick }) => tick)).toEqual(['Mar 2026', undefined, undefined]);
  });

  test('includes a last play from a month ahead', () => {
    expect(countPlaysOverTime([createMonth('2026-09')], '2026-08').columns).toHaveLength(1);
  });

  test('groups by year after three years, with at most six labels', () => {
    expect(countPlaysOverTime([createMonth('2023-09')], '2026-08')).toMatchObject({
      unit: 'Month',
    });
    const { unit, columns } = countPlaysOverTime(
      [createMonth('2004-12'), createMonth('2005-01', 2), createMonth('2005-06')],
      '2026-08',
    );
    expect(unit).toBe('Year');
    expect(columns).toHaveLength(23);
    expect(formatColumns(columns.slice(0, 3))).toEqual(['2004 1', '2005 3', '2006 0']);
    const ticks = columns.flatMap(({ tick }) => tick ?? []);
    expect(ticks).toEqual(['2004', '2008', '2012', '2016', '2020', '2024']);
  });

  test('has no columns if there are no plays', () => {
    expect(countPlaysOverTime([], '2026-08').columns).toEqual([]);
  });
});

describe('positions', () => {
  const createPositions = (...counts: [number, number][]) =>
    counts.map(([position, timesPlayed]) => ({ position, timesPlayed }));

  test('cover a whole setlist, or up to the last position of the song', () => {
    const columns = countPlaysByPosition(createPositions([2, 4]));
    expect(columns).toHaveLength(23);
    expect(columns[1]).toMatchObject({ label: '2', value: 4 });
    expect(columns.flatMap(({ tick }) => tick ?? [])).toEqual(['1', '5', '10', '15', '20']);
    expect(countPlaysByPosition(createPositions([27, 1]))).toHaveLength(27);
  });
});

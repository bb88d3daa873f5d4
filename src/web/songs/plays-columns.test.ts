import { describe, expect, it } from 'vitest';
import { medianPosition, playsByPosition, playsOverTime } from './plays-columns.ts';

const playsIn = (month: string, timesPlayed = 1) => ({ month, timesPlayed });
const formatColumns = (columns: { label: string; value: number }[]) =>
  columns.map(({ label, value }) => `${label} ${value}`);

describe('plays over time', () => {
  it('groups by month up to the current one, including empty months', () => {
    const { unit, columns } = playsOverTime(
      [playsIn('2025-11', 2), playsIn('2026-01', 3)],
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

  it('names the first month if no year begins', () => {
    const { columns } = playsOverTime([playsIn('2026-03')], '2026-05');
    expect(columns.map(({ tick }) => tick)).toEqual(['Mar 2026', undefined, undefined]);
  });

  it('includes a last play that is a month ahead', () => {
    expect(playsOverTime([playsIn('2026-09')], '2026-08').columns).toHaveLength(1);
  });

  it('groups by year after three years, with at most six labels', () => {
    expect(playsOverTime([playsIn('2023-09')], '2026-08')).toMatchObject({ unit: 'Month' });
    const { unit, columns } = playsOverTime(
      [playsIn('2004-12'), playsIn('2005-01', 2), playsIn('2005-06')],
      '2026-08',
    );
    expect(unit).toBe('Year');
    expect(columns).toHaveLength(23);
    expect(formatColumns(columns.slice(0, 3))).toEqual(['2004 1', '2005 3', '2006 0']);
    const ticks = columns.flatMap(({ tick }) => tick ?? []);
    expect(ticks).toEqual(['2004', '2008', '2012', '2016', '2020', '2024']);
  });

  it('has no columns without plays', () => {
    expect(playsOverTime([], '2026-08').columns).toEqual([]);
  });
});

describe('positions', () => {
  const plays = (...counts: [number, number][]) =>
    counts.map(([position, timesPlayed]) => ({ position, timesPlayed }));

  it('cover a whole setlist, or up to the last position of the song', () => {
    const columns = playsByPosition(plays([2, 4]));
    expect(columns).toHaveLength(23);
    expect(columns[1]).toMatchObject({ label: '2', value: 4 });
    expect(columns.flatMap(({ tick }) => tick ?? [])).toEqual(['1', '5', '10', '15', '20']);
    expect(playsByPosition(plays([27, 1]))).toHaveLength(27);
  });

  it.each([
    [[], undefined],
    [[[4, 1]], 4],
    [
      [
        [1, 1],
        [20, 1],
      ],
      1,
    ],
    [
      [
        [1, 2],
        [9, 1],
        [20, 4],
      ],
      20,
    ],
    [
      [
        [1, 2],
        [9, 1],
        [20, 2],
      ],
      9,
    ],
  ] as [[number, number][], number | undefined][])(
    'have for %j the median %s',
    (counts, median) => {
      expect(medianPosition(plays(...counts))).toBe(median);
    },
  );
});

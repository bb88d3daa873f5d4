import { describe, expect, test } from 'vitest';
import { createPointsColumns, findBestScore, MAX_SHOWS } from './points-history.ts';

describe('best score', () => {
  test.each([
    [[], 0],
    [[null], 0],
    [[null, 12, 68, 41], 68],
    [[0, null], 0],
  ])('of %j is %i', (points, expected) => {
    expect(findBestScore(points.map((value) => ({ points: value })))).toBe(expected);
  });
});

describe('points per show', () => {
  const createScoredPrediction = (points: number | null, date: string) => ({
    ...{ id: date, showId: date, points },
    show: { name: 'Barn Night', date, timeZone: 'America/New_York' },
  });

  test('cover scored shows, oldest first, with the day at the venue and the wins', () => {
    const won = new Set(['2026-08-02T01:00:00Z', '2025-08-02T01:00:00Z']);
    const predictions = [
      createScoredPrediction(null, '2026-09-01T23:00:00Z'),
      createScoredPrediction(27, '2026-08-02T01:00:00Z'),
      createScoredPrediction(0, '2026-07-04T23:00:00Z'),
      createScoredPrediction(41, '2026-06-01T23:00:00Z'),
    ];
    const columns = createPointsColumns(predictions, won);
    expect(columns.map(({ label, value, tick, isWon }) => [label, value, tick, isWon])).toEqual([
      ['Barn Night, Jun 1, 2026', 41, 'Jun 1', false],
      ['Barn Night, Jul 4, 2026', 0, undefined, false],
      ['Barn Night, Aug 1, 2026', 27, 'Aug 1', true],
    ]);
  });

  test('cover only the latest shows if there are many', () => {
    const predictions = Array.from({ length: MAX_SHOWS + 5 }, (_, index) =>
      createScoredPrediction(index, new Date(Date.UTC(2026, 0, index + 1, 20)).toISOString()),
    );
    const columns = createPointsColumns(predictions, new Set());
    expect(columns).toHaveLength(MAX_SHOWS);
    expect(columns[0]?.value).toBe(5);
  });
});

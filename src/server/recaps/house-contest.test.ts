import { expect, test } from 'vitest';
import { countSeries, describeContest } from './house-contest.ts';

test('names the same winner as the series, even if the rounded averages are equal', () => {
  const fans = {
    ranks: [
      [101, 1],
      [100, 2],
    ] as [number, number][],
    total: 1000,
  };
  const night = { house: [100], fans };
  expect(describeContest(night)).toEqual({
    ...{ winner: 'fans', houseAverage: '100.00', fansAverage: '100.00', beatenBy: 1 },
  });
  expect(countSeries([night])).toEqual({ house: 0, fans: 1, ties: 0 });
});

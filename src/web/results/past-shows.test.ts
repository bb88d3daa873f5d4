import { expect, test } from 'vitest';
import { sampleShow } from '../../../tests/support/site-samples.ts';
import { groupByTour, isPastShow } from './past-shows.ts';

test.each([
  ['closed', 5, true],
  ['closed', -5, true],
  ['open', -5, true],
  ['open', 5, false],
  ['live', -5, false],
  ['postponed', -5, false],
  ['cancelled', -5, true],
  ['cancelled', 5, false],
])('a %s show that starts in %i hours is past: %s', (status, hours, expected) => {
  expect(isPastShow({ show: { ...sampleShow(hours), status } }, Date.now())).toBe(expected);
});

test('groups by tour in the order of each first show', () => {
  const predictions = ['Fall', 'Summer', null, 'Fall'].map((tourName, id) => ({
    id,
    show: { tourName },
  }));
  expect(
    groupByTour(predictions).map(({ name, predictions }) => [
      name,
      predictions.map(({ id }) => id),
    ]),
  ).toEqual([
    ['Fall', [0, 3]],
    ['Summer', [1]],
    ['Other shows', [2]],
  ]);
});

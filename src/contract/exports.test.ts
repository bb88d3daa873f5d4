import { expect, test } from 'vitest';
import { predictionsCsvPath, resultsCsvPath } from './exports.ts';

test('each export of a show has its own path', () => {
  expect(predictionsCsvPath('7')).toBe('/api/admin/exports/shows/7/predictions.csv');
  expect(resultsCsvPath('7')).toBe('/api/admin/exports/shows/7/results.csv');
});

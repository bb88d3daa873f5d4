import { expect, test } from 'vitest';
import { countUnpredicted } from './badge.ts';

const now = Date.parse('2030-07-04T12:00:00Z');
const createShow = (id: string, hours: number, status = 'open') => ({
  id,
  status,
  date: new Date(now + hours * 60 * 60_000).toISOString(),
});
const shows = [
  createShow('a', 5),
  createShow('b', 48),
  createShow('locked', 0.5),
  createShow('live', 0, 'live'),
];
const createSeenResponses = (predictedIds: string[]) => [
  { path: '/api/shows/upcoming', data: shows },
  { path: '/api/predictions/my-predictions', data: predictedIds.map((showId) => ({ showId })) },
];

test.each([
  [[], 2],
  [['a'], 1],
  [['a', 'b'], 0],
  [['past'], 2],
])('given predictions for %j, counts %i shows without one', (predictedIds, count) => {
  expect(countUnpredicted(createSeenResponses(predictedIds), now)).toBe(count);
});

test('returns undefined if a list is missing', () => {
  for (const response of createSeenResponses([]))
    expect(countUnpredicted([response], now)).toBeUndefined();
});

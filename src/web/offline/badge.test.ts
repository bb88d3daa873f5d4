import { expect, it } from 'vitest';
import { countUnpredicted } from './badge.ts';

const now = Date.parse('2030-07-04T12:00:00Z');
const show = (id: string, hours: number, status = 'open') => ({
  id,
  status,
  date: new Date(now + hours * 60 * 60_000).toISOString(),
});
const shows = [show('a', 5), show('b', 48), show('locked', 0.5), show('live', 0, 'live')];
const seen = (mine: string[]) => [
  { path: '/api/shows/upcoming', data: shows },
  { path: '/api/predictions/my-predictions', data: mine.map((showId) => ({ showId })) },
];

it.each([
  [[], 2],
  [['a'], 1],
  [['a', 'b'], 0],
  // One of a show that is over is none of these.
  [['past'], 2],
])('with predictions of %j there are %i shows without one', (mine, count) => {
  expect(countUnpredicted(seen(mine), now)).toBe(count);
});

it('without both lists nobody knows', () => {
  for (const one of seen([])) expect(countUnpredicted([one], now)).toBeUndefined();
});

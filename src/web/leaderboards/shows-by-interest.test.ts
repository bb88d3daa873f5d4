import { expect, it } from 'vitest';
import { findShowToOpen, sortShowsByInterest } from './shows-by-interest.ts';

const NOW = Date.parse('2026-11-28T20:00:00Z');

it('lists live shows, then past shows newest first, then upcoming shows', () => {
  const shows = [
    { name: 'spring', date: '2027-04-01T20:00:00Z', status: 'open' },
    { name: 'tomorrow', date: '2026-11-29T20:00:00Z', status: 'open' },
    { name: 'called off', date: '2026-12-01T20:00:00Z', status: 'closed' },
    { name: 'tonight', date: '2026-11-28T19:00:00Z', status: 'live' },
    { name: 'forgotten', date: '2026-11-26T20:00:00Z', status: 'open' },
    { name: 'yesterday', date: '2026-11-27T20:00:00Z', status: 'closed' },
    { name: 'early', date: '2026-11-28T21:00:00Z', status: 'live' },
  ];
  expect(sortShowsByInterest(shows, NOW).map(({ name }) => name)).toEqual([
    'tonight',
    'early',
    'called off',
    'yesterday',
    'forgotten',
    'tomorrow',
    'spring',
  ]);
});

it.each([
  ['the first live show', 'early', { early: 'live', late: 'live' }],
  ['the last closed show', 'yesterday', {}],
  ['no show before the first result', undefined, { yesterday: 'open', before: 'cancelled' }],
])('opens %s', (_, expected, statuses: Record<string, string>) => {
  const shows = [
    { name: 'called off', date: '2026-12-01T20:00:00Z', status: 'closed' },
    { name: 'late', date: '2026-11-28T19:30:00Z', status: 'open' },
    { name: 'early', date: '2026-11-28T19:00:00Z', status: 'open' },
    { name: 'yesterday', date: '2026-11-27T20:00:00Z', status: 'closed' },
    { name: 'before', date: '2026-11-26T20:00:00Z', status: 'closed' },
  ].map((show) => ({ ...show, status: statuses[show.name] ?? show.status }));
  expect(findShowToOpen(shows, NOW)?.name).toBe(expected);
});

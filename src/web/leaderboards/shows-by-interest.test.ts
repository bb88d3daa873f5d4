import { expect, it } from 'vitest';
import { showsByInterest } from './shows-by-interest.ts';

const NOW = Date.parse('2026-11-28T20:00:00Z');

it('begins with what is live, goes back in time, and ends with what is to come', () => {
  const shows = [
    { name: 'spring', date: '2027-04-01T20:00:00Z', status: 'open' },
    { name: 'tomorrow', date: '2026-11-29T20:00:00Z', status: 'open' },
    { name: 'called off', date: '2026-12-01T20:00:00Z', status: 'closed' },
    { name: 'tonight', date: '2026-11-28T19:00:00Z', status: 'live' },
    { name: 'forgotten', date: '2026-11-26T20:00:00Z', status: 'open' },
    { name: 'yesterday', date: '2026-11-27T20:00:00Z', status: 'closed' },
    { name: 'early', date: '2026-11-28T21:00:00Z', status: 'live' },
  ];
  expect(showsByInterest(shows, NOW).map(({ name }) => name)).toEqual([
    'tonight',
    'early',
    'called off',
    'yesterday',
    'forgotten',
    'tomorrow',
    'spring',
  ]);
});

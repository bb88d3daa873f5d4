import { expect, test } from 'vitest';
import type { Show } from '#contract/shows.ts';
import { PAST_SHOWS, splitSchedule } from './split-schedule.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

function showAt(hours: number, status = 'open'): Show {
  return {
    id: `${status} ${hours}`,
    name: 'Lantern Hall',
    venue: null,
    city: 'Richmond',
    state: 'VA',
    country: 'USA',
    date: new Date(NOW + hours * 3_600_000).toISOString(),
    timeZone: 'America/New_York',
    tourName: null,
    status,
  };
}

const idsOf = (shows: Show[]) => shows.map(({ id }) => id);

test('upcoming is what has not started and what is live, soonest first; past is newest first', () => {
  const shows = [48, -24, 24, 0, -48, -720].map((hours) => showAt(hours));
  const { upcoming, past } = splitSchedule([...shows, showAt(-2, 'live')], NOW);
  expect(idsOf(upcoming)).toEqual(['live -2', 'open 0', 'open 24', 'open 48']);
  expect(idsOf(past)).toEqual(['open -24', 'open -48', 'open -720']);
});

test('twelve past shows at most, the latest', () => {
  const shows = Array.from({ length: 30 }, (_, night) => showAt(-24 * (night + 1), 'closed'));
  const { past } = splitSchedule(shows.toReversed(), NOW);
  expect(past).toHaveLength(PAST_SHOWS);
  expect(past[0]?.id).toBe('closed -24');
});

import { expect, test } from 'vitest';
import type { Show } from '#contract/shows.ts';
import {
  formatShowLabel,
  groupByMonth,
  PAST_SHOWS_PER_PAGE,
  paginatePastShows,
  splitSchedule,
} from './split-schedule.ts';

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
    locksAt: null,
    arePredictionsFrozen: false,
    version: 0,
  };
}

const listIds = (shows: Show[]) => shows.map(({ id }) => id);

test('lists upcoming and live shows soonest first, and past shows newest first', () => {
  const shows = [48, -24, 24, 0, -48, -720].map((hours) => showAt(hours));
  const { upcoming, past } = splitSchedule([...shows, showAt(-2, 'live')], NOW);
  expect(listIds(upcoming)).toEqual(['live -2', 'open 0', 'open 24', 'open 48']);
  expect(listIds(past)).toEqual(['open -24', 'open -48', 'open -720']);
});

test('lists a postponed show last among the upcoming ones, and a cancelled show by its date', () => {
  const unplayedShows = [
    showAt(-5, 'postponed'),
    showAt(30, 'cancelled'),
    showAt(-30, 'cancelled'),
  ];
  const { upcoming, past } = splitSchedule([...unplayedShows, showAt(48)], NOW);
  expect(listIds(upcoming)).toEqual(['cancelled 30', 'open 48', 'postponed -5']);
  expect(listIds(past)).toEqual(['cancelled -30']);
});

test('lists a closed show as past even if its date is in the future', () => {
  const { upcoming, past } = splitSchedule([showAt(24, 'closed'), showAt(48), showAt(-24)], NOW);
  expect(listIds(upcoming)).toEqual(['open 48']);
  expect(listIds(past)).toEqual(['closed 24', 'open -24']);
});

test('groups shows by their month at the venue, and postponed shows at the end', () => {
  const june30 = { ...showAt(0), id: 'june', date: '2026-07-01T01:30:00Z' };
  const { upcoming } = splitSchedule(
    [showAt(24), june30, showAt(24 * 45), showAt(24 * 2, 'postponed')],
    NOW,
  );
  expect(groupByMonth(upcoming).map(({ title, shows }) => [title, ...listIds(shows)])).toEqual([
    ['June 2026', 'open 24', 'june'],
    ['July 2026', 'open 1080'],
    ['Postponed', 'postponed 48'],
  ]);
});

test('splits past shows into pages of twelve without duplicates or gaps', () => {
  const shows = Array.from({ length: 30 }, (_, index) => showAt(-24 * (index + 1), 'closed'));
  const { past } = splitSchedule(shows.toReversed(), NOW);
  const pages = [1, 2, 3].map((page) => paginatePastShows(past, page));
  expect(pages.map(({ rows }) => rows.length)).toEqual([
    PAST_SHOWS_PER_PAGE,
    PAST_SHOWS_PER_PAGE,
    6,
  ]);
  expect(pages.flatMap(({ rows }) => listIds(rows))).toEqual(listIds(shows));
  expect(pages.map(({ hasNewer, hasOlder }) => [hasNewer, hasOlder])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
});

test.each([
  [0, 1],
  [-3, 1],
  [Number.NaN, 1],
  [1.9, 1],
  [4, 3],
  [Number.POSITIVE_INFINITY, 3],
])('resolves page %d of three to page %i', (requestedPage, page) => {
  const past = Array.from({ length: 2 * PAST_SHOWS_PER_PAGE + 1 }, (_, show) => show);
  expect(paginatePastShows(past, requestedPage).page).toBe(page);
});

test('puts twelve shows on one page', () => {
  const past = Array.from({ length: PAST_SHOWS_PER_PAGE }, (_, show) => show);
  expect(paginatePastShows(past, 1)).toMatchObject({ hasNewer: false, hasOlder: false });
  expect(paginatePastShows([], 1)).toMatchObject({ rows: [], hasOlder: false });
});

test('adds the time to labels of shows with the same name and day, and adds any special status', () => {
  const shows = [showAt(2), showAt(7), showAt(72), showAt(96, 'postponed'), showAt(-1, 'live')];
  expect(shows.map((show) => formatShowLabel(show, shows))).toEqual([
    'Lantern Hall · Jun 1, 2026 · 10:00 AM',
    'Lantern Hall · Jun 1, 2026 · 3:00 PM',
    'Lantern Hall · Jun 4, 2026',
    'Lantern Hall · Jun 5, 2026 · Postponed',
    'Lantern Hall · Jun 1, 2026 · 7:00 AM · Live',
  ]);
});

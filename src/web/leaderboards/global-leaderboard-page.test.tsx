import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHouseTotals, getMyHouseRecord, type HouseTotal } from '#contract/house-players.ts';
import { type GlobalRow, getGlobalLeaderboard, getMyGlobalRow } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { getMyTourRow, getTourLeaderboard, listTours } from '#contract/tour-boards.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const TOURS = {
  tours: [
    { name: 'Winter', showCount: 9, isOver: true },
    { name: 'Fall', showCount: 1, isOver: false },
  ],
  runs: [
    {
      ...{ id: '5a1c3d1e-0000-4000-8000-000000000000', venue: 'The Barn', city: 'Ghent' },
      ...{ firstDay: '2026-10-31', lastDay: '2026-11-02', showCount: 2 },
      showIds: [0, 1].map((night) => `5a1c3d1e-0000-4000-8000-00000000000${night}`),
    },
  ],
  years: [
    { year: 2026, showCount: 6 },
    { year: 2025, showCount: 4 },
  ],
};

const ARCHIVIST: HouseTotal = {
  ...{ player: 'archivist', gamesPlayed: 1, averageScore: '90.00', totalPoints: 90 },
};

async function openLeaderboard(rows: GlobalRow[], houseTotals = [ARCHIVIST]) {
  const site = createTestSite();
  site.respond(listTours, TOURS);
  site.respond(getHouseTotals, houseTotals);
  site.respond(getMyHouseRecord, { nights: 27, beaten: 9 });
  site.respond(getMyGlobalRow, rows[0]);
  site.respond(getGlobalLeaderboard, rows);
  await site.open('/leaderboard', FAN);
}

test('shows an empty state before the first points', async () => {
  await openLeaderboard([]);
  screen.getByText('No leaderboard data yet. Be the first to make a prediction!');
});

test('omits a house player from a later version', async () => {
  const oracle = { ...ARCHIVIST, player: 'oracle' as 'archivist' };
  await openLeaderboard([], [oracle, ARCHIVIST]);
  const house = within(screen.getByRole('region', { name: 'House players' }));
  expect(house.getAllByRole('term')).toHaveLength(1);
  house.getByText('The Archivist');
});

test('shows badges, games, average and points, and marks the row of the user', async () => {
  const points = [68, 41, 27, 10];
  await openLeaderboard(
    points.map((totalPoints, index) => ({
      userId: FAN.id.replace(/1$/, String(index + 1)),
      username: ['amber', 'birch', 'cedar', 'dahlia'][index] ?? '',
      rank: index + 1,
      gamesPlayed: 1,
      averageScore: `${totalPoints}.00`,
      totalPoints,
    })),
  );
  const rows = screen.getAllByText(/^Rank/).map((rank) => rank.closest('li') as HTMLElement);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    ...[
      'Rank 1amamberYouTop 11 game · average 68.068 pts',
      'Rank 2bibirchTop 21 game · average 41.041 pts',
    ],
    ...[
      'Rank 3cecedarTop 31 game · average 27.027 pts',
      'Rank 4dadahlia1 game · average 10.010 pts',
    ],
  ]);
  expect(rows.map((row) => row.querySelectorAll('svg').length)).toEqual([1, 1, 1, 0]);
});

test('lists the house players below the fans, in one line', async () => {
  await openLeaderboard([
    {
      ...{ userId: FAN.id, username: 'amber', rank: 1 },
      ...{ gamesPlayed: 1, averageScore: '68.00', totalPoints: 68 },
    },
  ]);
  const line = await screen.findByText('You beat the house 9 of 27 nights');
  const following = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(screen.getByText('amber').compareDocumentPosition(line)).toBe(following);
  const fold = line.closest('details');
  expect([fold?.open, fold?.textContent?.includes('The Archivist90 pts')]).toEqual([false, true]);
});

async function openTours(search: string) {
  const site = createTestSite();
  const row = {
    ...{ userId: FAN.id, username: 'amber', rank: 1, gamesPlayed: 8 },
    ...{ averageScore: '61.25', totalPoints: 1490, nightsWon: 2 },
  };
  site.respond(listTours, TOURS);
  site.respond(getTourLeaderboard, [row]);
  site.respond(getMyTourRow, row);
  await site.open(`/leaderboard${search}`, FAN);
  return site;
}

const readRow = () => screen.getByText(/^Rank/).closest('li')?.textContent;

test('ranks a tour by the chosen figure, and keeps the choice in the URL', async () => {
  const site = await openTours('?tour=Winter');
  const shows = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shows' });
  const options = [...shows.options].map(({ text }) => text);
  expect(options).toEqual([
    ...['All time', 'Winter · 9 shows', 'Fall · 1 show', '2026 · 6 shows', '2025 · 4 shows'],
    'The Barn · Oct 31 – Nov 2, 2026 · 2 shows',
  ]);
  expect(shows.selectedOptions[0]?.text).toBe('Winter · 9 shows');
  expect(readRow()).toBe('Rank 1amamberYou8 of 9 shows · average 61.3 · 2 nights won1,490 pts');
  await site.user.click(screen.getByRole('tab', { name: 'Average' }));
  expect(location.search).toBe('?tour=Winter&by=average');
  await screen.findByText('Fans with at least 3 of 9 shows are ranked.');
  expect(readRow()).toBe('Rank 1amamberYou8 of 9 shows · 1,490 pts · 2 nights won61.3 average');
  await site.user.selectOptions(shows, '2026 · 6 shows');
  expect(location.search).toBe('?year=2026&by=average');
  await site.user.click(screen.getByRole('tab', { name: 'Nights won' }));
  expect(readRow()).toBe('Rank 1amamberYou8 of 6 shows · 1,490 pts · average 61.32 nights');
  expect(site.listCalls(getTourLeaderboard).at(-1)?.query).toContain('year=2026&by=nights');
  await site.user.selectOptions(shows, 'All time');
  expect(location.search).toBe('?by=nights');
});

test('shows an empty board for a tour without points', async () => {
  const site = createTestSite();
  site.respond(listTours, TOURS);
  site.respond(getTourLeaderboard, []);
  site.respond(getMyTourRow, undefined);
  await site.open('/leaderboard?tour=Spring', FAN);
  screen.getByText('No fan has points for these shows.');
  const shows = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shows' });
  expect(shows.selectedOptions[0]?.text).toBe('Spring');
});

test('ranks a run, and links a finished tour to its recap', async () => {
  const site = await openTours('?tour=Winter');
  const recap = () => screen.queryByRole('link', { name: 'Tour recap' });
  expect(recap()?.getAttribute('href')).toBe(paths.tourRecap({ tour: 'Winter' }));
  const shows = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shows' });
  await site.user.selectOptions(shows, 'Fall · 1 show');
  expect(recap()).toBeNull();
  await site.user.selectOptions(shows, 'The Barn · Oct 31 – Nov 2, 2026 · 2 shows');
  expect(location.search).toBe(`?run=${TOURS.runs[0]?.id}`);
  await screen.findByText(/^8 of 2 shows/);
  expect(site.listCalls(getTourLeaderboard).at(-1)?.query).toContain(`run=${TOURS.runs[0]?.id}`);
});

test('shows the run for a link to one of its later shows', async () => {
  await openTours(`?run=${TOURS.runs[0]?.showIds[1]}`);
  const shows = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Shows' });
  expect(shows.selectedOptions[0]?.text).toBe('The Barn · Oct 31 – Nov 2, 2026 · 2 shows');
  await screen.findByText(/^8 of 2 shows/);
});

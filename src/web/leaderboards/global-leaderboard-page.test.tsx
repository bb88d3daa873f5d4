import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHouseTotals, getMyHouseRecord } from '#contract/house-players.ts';
import { type GlobalRow, getGlobalLeaderboard, getMyGlobalRow } from '#contract/leaderboards.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openLeaderboard(rows: GlobalRow[]) {
  const site = createTestSite();
  site.respond(getHouseTotals, [
    { player: 'archivist', gamesPlayed: 1, averageScore: '90.00', totalPoints: 90 },
  ]);
  site.respond(getMyHouseRecord, { nights: 27, beaten: 9 });
  site.respond(getMyGlobalRow, rows[0]);
  site.respond(getGlobalLeaderboard, rows);
  await site.open('/leaderboard', FAN);
}

test('shows an empty state before the first points', async () => {
  await openLeaderboard([]);
  screen.getByText('No leaderboard data yet. Be the first to make a prediction!');
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
  // The medal is the only image in a row.
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

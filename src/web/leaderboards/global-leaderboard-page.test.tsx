import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHouseTotals } from '#contract/house-players.ts';
import { type GlobalRow, getGlobalLeaderboard, getMyGlobalRow } from '#contract/leaderboards.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

async function openBoard(rows: GlobalRow[]) {
  const site = testSite();
  site.answer(getHouseTotals, []);
  site.answer(getMyGlobalRow, rows[0]);
  site.answer(getGlobalLeaderboard, rows);
  await site.open('/leaderboard', FAN);
}

test('the global board says that no one has points yet', async () => {
  await openBoard([]);
  screen.getByText('No leaderboard data yet. Be the first to make a prediction!');
});

test('the global board has badges, games, average and points, and says which row is yours', async () => {
  const points = [68, 41, 27, 10];
  await openBoard(
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
  // The only pictures in a row are its medal.
  expect(rows.map((row) => row.querySelectorAll('svg').length)).toEqual([1, 1, 1, 0]);
});

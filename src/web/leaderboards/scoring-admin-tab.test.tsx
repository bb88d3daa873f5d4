import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { calculateScores } from '#contract/calculate-scores.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { leaderboardRow, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ADMIN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openScoring(show: Show) {
  const site = createTestSite();
  site.respond(listShows, [show]);
  site.respond(getSetlist, [setlistEntry(1)]);
  site.respond(getShowLeaderboard, [leaderboardRow(1, 41)]);
  await site.open(`/admin?tab=scoring`, ADMIN);
  const calculate = () => site.user.click(screen.getByRole('button', { name: 'Calculate Scores' }));
  const choose = () => site.user.selectOptions(screen.getByLabelText('Show'), show.id);
  return { ...site, calculate, choose };
}

test('does not calculate without a show or for an open show', async () => {
  const { calculate, choose, expectToast, listCalls } = await openScoring(sampleShow(24 * 9));
  await calculate();
  await expectToast('Error', 'Please select a show');
  await choose();
  await screen.findByText('1 song in the setlist');
  await calculate();
  await expectToast('Error', 'Show must be live or closed to calculate scores');
  expect(listCalls(calculateScores)).toEqual([]);
  expect(listCalls(getShowLeaderboard)).toEqual([]);
});

test('shows the leaderboard of a closed show', async () => {
  const { choose } = await openScoring(sampleShow(-24 * 9, { status: 'closed' }));
  await choose();
  await screen.findByRole('row', { name: '1 Rank 1 41' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Rank', 'Username', 'Total Points'],
  ]);
});

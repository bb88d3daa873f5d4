import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { calculateScores } from '#contract/calculate-scores.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { leaderboardRow, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ADMIN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openScoring(show: Show, rows = [setlistEntry(1)]) {
  const site = createTestSite();
  site.respond(listShows, [show]);
  site.respond(getSetlist, rows);
  site.respond(
    getShowLeaderboard,
    [90, 80, 70, 60, 50, 41].map((points, index) => leaderboardRow(index + 1, points)),
  );
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
  await screen.findByRole('row', { name: '1 Rank 1 90' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Rank', 'Username', 'Total Points'],
  ]);
});

test('shows who won a closed show, and its top five', async () => {
  const { choose } = await openScoring(sampleShow(-24 * 9, { status: 'closed' }));
  await choose();
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  result.getByText('won with 90 pts');
  expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['1Rank 190 pts', '2Rank 280 pts', '3Rank 370 pts', '4Rank 460 pts', '5Rank 550 pts'],
  ]);
});

test('links to the standings of a live show', async () => {
  const show = sampleShow(-1, { status: 'live' });
  const { choose } = await openScoring(show);
  await choose();
  const link = await screen.findByRole('link', { name: 'Standings so far' });
  expect(link.getAttribute('href')).toBe(`/show-leaderboard?show=${show.id}`);
});

test('does not link to the standings of an open show', async () => {
  const { choose } = await openScoring(sampleShow(24 * 9));
  await choose();
  await screen.findByText('1 song in the setlist');
  expect(screen.queryByRole('link', { name: 'Standings so far' })).toBeNull();
});

test('asks before scoring an empty setlist', async () => {
  const show = sampleShow(-1, { status: 'live' });
  const site = await openScoring(show, []);
  site.respond(calculateScores, { showId: show.id, predictions: 6 }, 'standings');
  await site.choose();
  await screen.findByText('0 songs in the setlist');
  await site.calculate();
  const findDialog = async () =>
    within(await screen.findByRole('alertdialog', { name: 'Score an empty setlist?' }));
  const dialog = await findDialog();
  dialog.getByText(/Every prediction gets 0 points/);
  await site.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(site.listCalls(calculateScores)).toEqual([]);
  await site.calculate();
  await site.user.click((await findDialog()).getByRole('button', { name: 'Calculate Scores' }));
  await site.expectToast('Success', 'Scores calculated successfully');
  expect(site.listCalls(calculateScores)).toHaveLength(1);
});

test('scores a setlist with songs without asking', async () => {
  const show = sampleShow(-1, { status: 'live' });
  const site = await openScoring(show);
  site.respond(calculateScores, { showId: show.id, predictions: 6 }, 'standings');
  await site.choose();
  await screen.findByText('1 song in the setlist');
  await site.calculate();
  await site.expectToast('Success', 'Scores calculated successfully');
});

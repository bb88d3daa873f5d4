import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHouseNight } from '#contract/house-players.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { getShowCalls } from '#contract/odds.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getReceipt } from '#contract/receipts.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listUpcomingShows } from '#contract/shows.ts';
import { listVoidedPredictions } from '#contract/voided-predictions.ts';
import { leaderboardRow, myRow, sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openMyPredictions(predictions: Prediction[], query = '') {
  const site = createTestSite();
  site.respond(listMyPredictions, predictions);
  site.respond(getSetlist, []);
  site.respond(getMyShowRow, myRow(1, 0));
  site.respond(getShowLeaderboard, [leaderboardRow(1, 0)]);
  const unpredicted = { learntFrom: null, twentySheets: null, players: [], likeliestSongs: [] };
  site.respond(getHouseNight, unpredicted);
  site.respond(getShowCalls, { predictions: 0, songs: [] });
  site.respond(getReceipt, undefined);
  site.respond(listUpcomingShows, []);
  await site.open(`/my-predictions${query}`, FAN);
  return site;
}

const predictionFor = (
  name: string,
  number: number,
  hours: number,
  overrides: Partial<Prediction> = {},
) => samplePrediction(sampleShow(hours, { id: sampleSongId(number), name }), [1, 2], overrides);

const withStatus = (prediction: Prediction, status: string) => ({
  ...prediction,
  show: { ...prediction.show, status },
});

const findCard = (name: string) => screen.getByRole('article', { name });

function listActions(name: string) {
  const card = within(findCard(name));
  return [...card.queryAllByRole('link'), ...card.queryAllByRole('button')]
    .map(({ textContent }) => textContent)
    .sort();
}

const makePrediction = () => screen.getByRole('link', { name: 'Make Prediction' });

test('links to the game when there are no predictions', async () => {
  await openMyPredictions([]);
  screen.getByText('No predictions yet');
  expect(makePrediction().getAttribute('href')).toBe('/game');
});

test('shows the next open show and its lock when there are no predictions', async () => {
  const site = createTestSite();
  const sampleNext = (hours: number, name: string, status = 'open') =>
    sampleShow(hours, { id: sampleSongId(hours), name, status });
  site.respond(listMyPredictions, []);
  site.respond(listUpcomingShows, [
    ...[sampleNext(1, 'The Lit Stage', 'live'), sampleNext(6.5, 'The Next Hall')],
    sampleNext(30, 'The Later Hall'),
  ]);
  await site.open('/my-predictions', FAN);
  const sheet = screen.getByRole('region', { name: 'No predictions yet' });
  expect(sheet.textContent).toContain('Next: The Next Hall, locks in 5 h');
  expect(sheet.textContent).not.toContain('The Later Hall');
});

test('shows which prediction was discarded while the show accepts a new one', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, []);
  const voided = [20, -20].map((hours, index) => {
    const show = sampleShow(hours, { name: `Barn ${index}` });
    return { showId: sampleSongId(index), show, voidedAt: show.date };
  });
  site.respond(listVoidedPredictions, voided);
  await site.open('/my-predictions', FAN);
  const [notice, ...others] = screen.getAllByRole('region', { name: 'Discarded prediction' });
  expect(others).toEqual([]);
  expect(notice?.textContent).toContain('Your prediction for Barn 0 was discarded');
  const link = screen.getByRole('link', { name: 'Predict again: Barn 0' });
  expect(link.getAttribute('href')).toBe(`/game?show=${sampleSongId(0)}`);
});

test('shows the show, submission time and first 6 songs on a card', async () => {
  const show = sampleShow(0, { date: '2030-03-10T23:30:00Z' });
  await openMyPredictions([samplePrediction(show, [8, 1, 7, 2, 6, 3, 5, 4])]);
  screen.getByRole('heading', { level: 1, name: 'My Predictions' });
  const card = within(findCard(show.name));
  for (const text of ['Richmond, VA', 'Sunday, March 10, 2030', '7:30 PM EDT', 'Pending'])
    card.getByText(text);
  card.getByText('8 songs selected');
  card.getByText(/^Submitted Jul \d, 2026$/);
  expect(card.getAllByRole('listitem')).toHaveLength(6);
  card.getByText('+2 more...');
});

test('offers editing for an open show until the cutoff', async () => {
  const openPrediction = predictionFor('An Open Field', 1, 5);
  await openMyPredictions([
    openPrediction,
    predictionFor('A Locked Door', 2, 59 / 60),
    predictionFor('A Counted Night', 3, 5, { points: 1 }),
  ]);
  expect(listActions('An Open Field')).toEqual(['Edit Prediction', 'Share', 'View & Download']);
  const edit = within(findCard('An Open Field')).getByRole('link', { name: /^Edit Prediction/ });
  expect(edit.getAttribute('href')).toBe(
    `/game?show=${openPrediction.showId}&edit=${openPrediction.id}`,
  );
  for (const name of ['A Locked Door', 'A Counted Night'])
    expect(listActions(name)).toEqual(['Share', 'View & Download']);
});

test('offers the results of a live or closed show, with its points if scored', async () => {
  await openMyPredictions([
    withStatus(predictionFor('A Lit Stage', 1, 0), 'live'),
    withStatus(predictionFor('A Counted Night', 2, -5, { points: 119 }), 'closed'),
    withStatus(predictionFor('A Night Off', 3, -5), 'closed'),
  ]);
  expect(listActions('A Lit Stage')).toEqual(['Share', 'View & Download', 'View Results']);
  for (const name of ['A Counted Night', 'A Night Off'])
    expect(listActions(name)).toEqual(expect.arrayContaining(['Share', 'View Results']));
  within(findCard('A Lit Stage')).getByText('Live');
  const scored = within(findCard('A Counted Night'));
  scored.getByText('119');
  scored.getByText('points');
  expect(scored.queryByText('Pending')).toBeNull();
  within(findCard('A Night Off')).getByText('Pending');
});

test('expands the other songs', async () => {
  const show = sampleShow(5);
  const { user } = await openMyPredictions([samplePrediction(show, [8, 1, 7, 2, 6, 3, 5, 4])]);
  await user.click(screen.getByText('+2 more...'));
  expect(within(findCard(show.name)).getAllByRole('listitem')).toHaveLength(8);
  expect(screen.queryByText('+2 more...')).toBeNull();
});

test('shows an empty state for a ?show= without a prediction', async () => {
  await openMyPredictions([predictionFor('An Open Field', 1, 5)], `?show=${sampleSongId(2)}`);
  screen.getByText('No prediction for this show');
  expect(makePrediction().getAttribute('href')).toBe('/game');
  const link = screen.getByRole('link', { name: 'View All Predictions' });
  expect(link.getAttribute('href')).toBe('/my-predictions');
});

test('shows the prediction for ?show= and links to all predictions', async () => {
  const predictions = [predictionFor('An Open Field', 1, 5), predictionFor('A Lit Stage', 2, 5)];
  const { user } = await openMyPredictions(predictions, `?show=${sampleSongId(2)}`);
  findCard('A Lit Stage');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: '← View All Predictions' }));
  findCard('An Open Field');
});

test('fetches the predictions whenever the page opens', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, []);
  await site.openWithFrame('/my-predictions', FAN);
  const callCount = site.listCalls(listMyPredictions).length;
  await site.user.click(screen.getByRole('link', { name: 'Contact' }));
  await screen.findByRole('heading', { level: 1, name: 'Contact' });
  expect(site.listCalls(listMyPredictions)).toHaveLength(callCount);
  await site.user.click(screen.getByRole('link', { name: 'My Predictions' }));
  await screen.findByText('No predictions yet');
  expect(site.listCalls(listMyPredictions)).toHaveLength(callCount + 1);
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createPrediction, getPrediction, updatePrediction } from '#contract/predictions.ts';
import { getShow, listUpcomingShows, type Show } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import {
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

const songs = Array.from({ length: 26 }, (_, index) => sampleSong(index + 1));
const OPEN = sampleShow(1.5, { tourName: 'The Letter Tour' });

/** Opens the game for a show, or, with picks, the edit of a prediction of those songs. */
async function openGame(show: Show = OPEN, picks?: number[]) {
  const site = testSite();
  const prediction = picks && samplePrediction(show, picks);
  site.respond(getShow, show);
  site.respond(listSongs, songs);
  if (prediction) site.respond(getPrediction, prediction);
  await site.open(`/game?show=${show.id}${prediction ? `&edit=${prediction.id}` : ''}`, FAN);
  const add = (number: number) =>
    site.user.click(availableSongs().getByRole('button', { name: `Add Song ${number}` }));
  return { ...site, add };
}

const sheet = () => within(screen.getByRole('region', { name: 'Your Prediction' }));
const availableSongs = () => within(screen.getByRole('list', { name: 'Songs to choose from' }));
const pickedTitles = () =>
  sheet()
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')?.replace('Remove ', ''));
const button = (name: string) => sheet().getByRole<HTMLButtonElement>('button', { name });
const submit = () => button('Submit Prediction');

test('lists the upcoming shows when no show is selected', async () => {
  const site = testSite();
  site.respond(listUpcomingShows, [OPEN]);
  await site.open('/game', FAN);
  screen.getByRole('heading', { level: 1, name: 'Prediction Game' });
  screen.getByText('Select a show to make your setlist prediction');
  const link = within(screen.getByRole('article')).getByRole('link', { name: /^Make Prediction/ });
  expect(link.textContent).toBe('Make Prediction');
  expect(link.getAttribute('href')).toBe(`/game?show=${OPEN.id}`);
});

test('reports a missing show', async () => {
  const site = testSite();
  site.refuse(getShow, 'Show not found.', 404);
  site.respond(listSongs, []);
  await site.open(`/game?show=${OPEN.id}`, FAN);
  screen.getByText('Show not found.');
});

test('shows the name, place, day, tour and status of the show', async () => {
  const show = sampleShow(0, { date: '2030-03-10T23:30:00Z', tourName: 'The Letter Tour' });
  await openGame(show);
  screen.getByRole('heading', { level: 1, name: show.name });
  for (const text of ['Richmond, VA', 'Sunday, March 10, 2030', 'The Letter Tour', 'Open'])
    screen.getByText(text);
});

test('finds songs by title in any case, with their play count and last day', async () => {
  const site = testSite();
  site.respond(getShow, OPEN);
  const plays = { timesPlayed: 12, lastPlayed: '2026-05-02T00:00:00Z' };
  site.respond(listSongs, [sampleSong(1, { title: 'Ember', ...plays }), sampleSong(2)]);
  await site.open(`/game?show=${OPEN.id}`, FAN);
  screen.getByRole('heading', { name: 'Available Songs' });
  site.fill(screen.getByPlaceholderText('Search songs...'), 'EMBER');
  await screen.findByText(/Enter/);
  const [row, ...otherRows] = availableSongs().getAllByRole('listitem');
  expect(otherRows).toEqual([]);
  expect(row?.textContent).toContain('Ember');
  within(row as HTMLElement).getByText('Played 12x');
  // The date is in the band's time zone.
  within(row as HTMLElement).getByText('May 1, 2026');
});

test('adds, moves and removes songs, and hides picked songs from the list', async () => {
  const { user, add } = await openGame();
  expect(submit().disabled).toBe(true);
  for (const number of [1, 2, 3]) await add(number);
  sheet().getByText('3 / 24');
  sheet().getByText('songs selected');
  expect(availableSongs().queryByText('Song 1')).toBeNull();
  await user.click(button('Move Song 3 up'));
  expect(pickedTitles()).toEqual(['Song 1', 'Song 3', 'Song 2']);
  await user.click(button('Move Song 1 down'));
  expect(pickedTitles()).toEqual(['Song 3', 'Song 1', 'Song 2']);
  await user.click(button('Remove Song 1'));
  expect(pickedTitles()).toEqual(['Song 3', 'Song 2']);
  expect(submit().disabled).toBe(false);
});

test('accepts 24 songs and explains the limit', async () => {
  const { add, readToast } = await openGame(
    OPEN,
    songs.slice(0, 23).map((_, index) => index + 1),
  );
  expect(sheet().queryByText('Maximum of 24 songs reached')).toBeNull();
  await add(24);
  sheet().getByText('Maximum of 24 songs reached');
  sheet().getByText('24 / 24');
  await add(25);
  await readToast(
    'Maximum songs reached',
    'You can only select up to 24 songs for your prediction.',
  );
  expect(pickedTitles()).toHaveLength(24);
});

test('explains a failed submission, and opens My Predictions after a successful one', async () => {
  const site = await openGame();
  await site.add(1);
  await site.add(2);
  site.refuse(createPrediction);
  await site.user.click(submit());
  await site.readToast('Submission failed', 'Unable to submit prediction');
  site.refuse(createPrediction, 'The doors are closed.', 503);
  await site.user.click(submit());
  await site.readToast('Submission failed', 'The doors are closed.');
  expect(pickedTitles()).toEqual(['Song 1', 'Song 2']);
  site.respond(createPrediction, samplePrediction(OPEN, [1, 2]), 'prediction');
  const release = site.hold(createPrediction);
  await site.user.click(submit());
  expect(button('Submitting...').disabled).toBe(true);
  await release();
  const description = 'Good luck! Check back after the show to see your score.';
  await site.readToast('Prediction submitted!', description);
  expect(site.callsOf(createPrediction).at(-1)?.body).toEqual({
    showId: OPEN.id,
    songIds: songs.slice(0, 2).map(({ id }) => id),
  });
  expect(location.pathname).toBe('/my-predictions');
});

test('starts an edit with the saved songs, explains a failure, and opens My Predictions', async () => {
  const site = await openGame(OPEN, [9, 4, 7]);
  expect(pickedTitles()).toEqual(['Song 9', 'Song 4', 'Song 7']);
  await site.add(1);
  const update = () => site.user.click(button('Update Prediction'));
  site.refuse(updatePrediction);
  await update();
  await site.readToast('Update failed', 'Unable to update prediction');
  site.refuse(updatePrediction, 'The doors are closed.', 503);
  await update();
  await site.readToast('Update failed', 'The doors are closed.');
  site.respond(updatePrediction, samplePrediction(OPEN, [9, 4, 7, 1]), 'prediction');
  const release = site.hold(updatePrediction);
  await update();
  expect(button('Updating...').disabled).toBe(true);
  await release();
  const description = 'Your prediction has been updated successfully.';
  await site.readToast('Prediction updated!', description);
  expect(location.pathname).toBe('/my-predictions');
});

test.each([
  ['starts within the hour', 59 / 60, 'open'],
  ['is live', 5, 'live'],
  ['is closed', 5, 'closed'],
  ['has an unknown status', 5, 'rained off'],
])('prevents adding and submitting for a show that %s', async (_, hours, status) => {
  await openGame(sampleShow(hours, { status }));
  sheet().getByText('Predictions are closed for this show');
  expect(submit().disabled).toBe(true);
  const buttons = availableSongs().getAllByRole<HTMLButtonElement>('button');
  expect(buttons).toHaveLength(songs.length);
  expect(buttons.filter(({ disabled }) => !disabled)).toEqual([]);
});

test('accepts predictions for a show that starts in more than an hour', async () => {
  const { add } = await openGame(sampleShow(61 / 60));
  await add(1);
  expect(submit().disabled).toBe(false);
  expect(screen.queryByText('Predictions are closed for this show')).toBeNull();
});

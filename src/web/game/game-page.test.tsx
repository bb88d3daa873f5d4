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

const songs = Array.from({ length: 26 }, (_, at) => sampleSong(at + 1));
const OPEN = sampleShow(1.5, { tourName: 'The Letter Tour' });

/** The game of a show; with picks as the edit of a prediction of those songs. */
async function openGame(show: Show = OPEN, picks?: number[]) {
  const site = testSite();
  const own = picks && samplePrediction(show, picks);
  site.answer(getShow, show);
  site.answer(listSongs, songs);
  if (own) site.answer(getPrediction, own);
  await site.open(`/game?show=${show.id}${own ? `&edit=${own.id}` : ''}`, FAN);
  const add = (number: number) =>
    site.user.click(offered().getByRole('button', { name: `Add Song ${number}` }));
  return { ...site, add };
}

const sheet = () => within(screen.getByRole('region', { name: 'Your Prediction' }));
const offered = () => within(screen.getByRole('list', { name: 'Songs to choose from' }));
const picked = () =>
  sheet()
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')?.replace('Remove ', ''));
const button = (name: string) => sheet().getByRole<HTMLButtonElement>('button', { name });
const submit = () => button('Submit Prediction');

test('lists the upcoming shows when no show is chosen', async () => {
  const site = testSite();
  site.answer(listUpcomingShows, [OPEN]);
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
  site.answer(listSongs, []);
  await site.open(`/game?show=${OPEN.id}`, FAN);
  screen.getByText('Show not found.');
});

test('the show is named with its place, day, tour and status', async () => {
  const show = sampleShow(0, { date: '2030-03-10T23:30:00Z', tourName: 'The Letter Tour' });
  await openGame(show);
  screen.getByRole('heading', { level: 1, name: show.name });
  for (const text of ['Richmond, VA', 'Sunday, March 10, 2030', 'The Letter Tour', 'Open'])
    screen.getByText(text);
});

test('songs are found by their title in any case, and say how often and when they were played', async () => {
  const site = testSite();
  site.answer(getShow, OPEN);
  const plays = { timesPlayed: 12, lastPlayed: '2026-05-02T00:00:00Z' };
  site.answer(listSongs, [sampleSong(1, { title: 'Ember', ...plays }), sampleSong(2)]);
  await site.open(`/game?show=${OPEN.id}`, FAN);
  screen.getByRole('heading', { name: 'Available Songs' });
  site.fill(screen.getByPlaceholderText('Search songs...'), 'EMBER');
  await screen.findByText(/Enter/);
  const [row, ...others] = offered().getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(row?.textContent).toContain('Ember');
  within(row as HTMLElement).getByText('Played 12x');
  // The date in the band's time zone.
  within(row as HTMLElement).getByText('May 1, 2026');
});

test('songs are added, moved and removed, and what is chosen is offered no more', async () => {
  const { user, add } = await openGame();
  expect(submit().disabled).toBe(true);
  for (const number of [1, 2, 3]) await add(number);
  sheet().getByText('3 / 24');
  sheet().getByText('songs selected');
  expect(offered().queryByText('Song 1')).toBeNull();
  await user.click(button('Move Song 3 up'));
  expect(picked()).toEqual(['Song 1', 'Song 3', 'Song 2']);
  await user.click(button('Move Song 1 down'));
  expect(picked()).toEqual(['Song 3', 'Song 1', 'Song 2']);
  await user.click(button('Remove Song 1'));
  expect(picked()).toEqual(['Song 3', 'Song 2']);
  expect(submit().disabled).toBe(false);
});

test('accepts 24 songs and explains the limit', async () => {
  const { add, readToast } = await openGame(
    OPEN,
    songs.slice(0, 23).map((_, at) => at + 1),
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
  expect(picked()).toHaveLength(24);
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
  expect(picked()).toEqual(['Song 1', 'Song 2']);
  site.answer(createPrediction, samplePrediction(OPEN, [1, 2]), 'prediction');
  const release = site.hold(createPrediction);
  await site.user.click(submit());
  expect(button('Submitting...').disabled).toBe(true);
  await release();
  const sent = 'Good luck! Check back after the show to see your score.';
  await site.readToast('Prediction submitted!', sent);
  expect(site.callsOf(createPrediction).at(-1)?.body).toEqual({
    showId: OPEN.id,
    songIds: songs.slice(0, 2).map(({ id }) => id),
  });
  expect(location.pathname).toBe('/my-predictions');
});

test('an edit begins with the saved songs, says why it fails, and leads to My Predictions', async () => {
  const site = await openGame(OPEN, [9, 4, 7]);
  expect(picked()).toEqual(['Song 9', 'Song 4', 'Song 7']);
  await site.add(1);
  const update = () => site.user.click(button('Update Prediction'));
  site.refuse(updatePrediction);
  await update();
  await site.readToast('Update failed', 'Unable to update prediction');
  site.refuse(updatePrediction, 'The doors are closed.', 503);
  await update();
  await site.readToast('Update failed', 'The doors are closed.');
  site.answer(updatePrediction, samplePrediction(OPEN, [9, 4, 7, 1]), 'prediction');
  const release = site.hold(updatePrediction);
  await update();
  expect(button('Updating...').disabled).toBe(true);
  await release();
  const updated = 'Your prediction has been updated successfully.';
  await site.readToast('Prediction updated!', updated);
  expect(location.pathname).toBe('/my-predictions');
});

test.each([
  ['begins within the hour', 59 / 60, 'open'],
  ['is live', 5, 'live'],
  ['is closed', 5, 'closed'],
  ['has a status of another program', 5, 'rained off'],
])('nothing can be added or submitted for a show that %s', async (_, hours, status) => {
  await openGame(sampleShow(hours, { status }));
  sheet().getByText('Predictions are closed for this show');
  expect(submit().disabled).toBe(true);
  const buttons = offered().getAllByRole<HTMLButtonElement>('button');
  expect(buttons).toHaveLength(songs.length);
  expect(buttons.filter(({ disabled }) => !disabled)).toEqual([]);
});

test('a show that begins in more than an hour takes predictions', async () => {
  const { add } = await openGame(sampleShow(61 / 60));
  await add(1);
  expect(submit().disabled).toBe(false);
  expect(screen.queryByText('Predictions are closed for this show')).toBeNull();
});

import { screen, within } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { expect, onTestFinished, test } from 'vitest';
import { createPrediction, getPrediction, updatePrediction } from '#contract/predictions.ts';
import { getShow, listUpcomingShows, type Show } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import {
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const songs = Array.from({ length: 26 }, (_, index) => sampleSong(index + 1));
const OPEN = sampleShow(1.5, { tourName: 'The Letter Tour' });

async function openGame(show: Show = OPEN, picks?: number[]) {
  const site = createTestSite();
  const prediction = picks && samplePrediction(show, picks);
  site.respond(getShow, show);
  site.respond(listSongs, songs);
  site.respond(listUpcomingShows, []);
  if (prediction) site.respond(getPrediction, prediction);
  await site.open(`/game?show=${show.id}${prediction ? `&edit=${prediction.id}` : ''}`, FAN);
  const add = (number: number) =>
    site.user.click(findAvailableSongs().getByRole('button', { name: `Add Song ${number}` }));
  return { ...site, add };
}

const findSheet = () => within(screen.getByRole('region', { name: 'Your Prediction' }));
const findAvailableSongs = () => within(screen.getByRole('list', { name: 'Songs to choose from' }));
const listPickedTitles = () =>
  findSheet()
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')?.replace('Remove ', ''));
const findButton = (name: string) => findSheet().getByRole<HTMLButtonElement>('button', { name });
const submit = () => findButton('Submit Prediction');

test('reports a missing show', async () => {
  const site = createTestSite();
  site.reject(getShow, 'Show not found.', 404);
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
  expect(screen.getByRole('timer').textContent).toMatch(/^Locks Sun 6:30 PM EDT\d/);
});

test('finds songs by title regardless of case, and shows their play count and last date', async () => {
  const site = createTestSite();
  site.respond(getShow, OPEN);
  const plays = { timesPlayed: 12, lastPlayed: '2026-05-02T00:00:00Z' };
  site.respond(listSongs, [sampleSong(1, { title: 'Ember', ...plays }), sampleSong(2)]);
  await site.open(`/game?show=${OPEN.id}`, FAN);
  screen.getByRole('heading', { name: 'Available Songs' });
  site.fill(screen.getByPlaceholderText('Search songs...'), 'EMBER');
  await screen.findByText(/Enter/);
  const [row, ...otherRows] = findAvailableSongs().getAllByRole('listitem');
  expect(otherRows).toEqual([]);
  expect(row?.textContent).toContain('Ember');
  within(row as HTMLElement).getByText('Played 12x');
  // The date is in the band's time zone.
  within(row as HTMLElement).getByText('May 1, 2026');
});

test('shows how many shows ago each song was played', async () => {
  const site = createTestSite();
  site.respond(getShow, OPEN);
  const gaps = [12, 1, 0, null].map((gap, index) => sampleSong(index + 1, { gap }));
  site.respond(listSongs, [...gaps, sampleSong(5, { gap: 104, gapIsMinimum: true })]);
  await site.open(`/game?show=${OPEN.id}`, FAN);
  site.fill(screen.getByLabelText('Sort songs'), 'title');
  const [, ...rows] = findAvailableSongs().getAllByRole('listitem');
  const gapTexts = rows.map((row) => row.textContent?.replace(/^Song \d+Played 0x/, ''));
  expect(gapTexts).toEqual(['13 shows ago', '2 shows ago', 'last show', '', '105+ shows ago']);
});

test('adds, moves and removes songs, and hides picked songs from the list', async () => {
  const { user, add } = await openGame();
  expect(submit().disabled).toBe(true);
  for (const number of [1, 2, 3]) await add(number);
  findSheet().getByText('3 / 24');
  findSheet().getByText('songs selected');
  expect(findAvailableSongs().queryByText('Song 1')).toBeNull();
  await user.click(findButton('Move Song 3 up'));
  expect(listPickedTitles()).toEqual(['Song 1', 'Song 3', 'Song 2']);
  await user.click(findButton('Move Song 1 down'));
  expect(listPickedTitles()).toEqual(['Song 3', 'Song 1', 'Song 2']);
  await user.click(findButton('Remove Song 1'));
  expect(listPickedTitles()).toEqual(['Song 3', 'Song 2']);
  expect(submit().disabled).toBe(false);
});

test('moves and removes a pick with its menu on a phone', async () => {
  const { happyDOM } = window as unknown as Window;
  const { innerWidth: width } = window;
  onTestFinished(() => happyDOM.setViewport({ width }));
  happyDOM.setViewport({ width: 390 });
  const { user, fill } = await openGame(OPEN, [1, 2, 3, 4]);
  const listTitles = () =>
    findSheet()
      .getAllByRole('button', { name: /^Drag /, hidden: true })
      .map((button) => button.getAttribute('aria-label')?.replace(/^Drag Song |, position .*/g, ''))
      .join('');
  const openMenu = async (song: number) => {
    await user.click(screen.getByLabelText(`Move or remove Song ${song}`));
    return within(await screen.findByRole('dialog', { name: `Song ${song}` }));
  };
  let menu = await openMenu(1);
  menu.getByText('Position 1 of 4');
  expect(menu.getByRole<HTMLButtonElement>('button', { name: 'Move up' }).disabled).toBe(true);
  await user.click(menu.getByRole('button', { name: 'Move down' }));
  expect(listTitles()).toBe('2134');
  menu = await openMenu(3);
  await user.click(menu.getByRole('button', { name: 'Move up' }));
  expect(listTitles()).toBe('2314');
  menu = await openMenu(2);
  fill(menu.getByLabelText('Move to position'), '3');
  expect(listTitles()).toBe('3142');
  menu = await openMenu(1);
  await user.click(menu.getByRole('button', { name: 'Remove' }));
  expect(listTitles()).toBe('342');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('accepts 24 songs and explains the limit', async () => {
  const { add, expectToast } = await openGame(
    OPEN,
    songs.slice(0, 23).map((_, index) => index + 1),
  );
  expect(findSheet().queryByText('Maximum of 24 songs reached')).toBeNull();
  const addSong25 = findAvailableSongs().getByRole('button', { name: 'Add Song 25' });
  expect(addSong25.getAttribute('aria-disabled')).toBeNull();
  await add(24);
  expect(addSong25.getAttribute('aria-disabled')).toBe('true');
  screen.getByText('Maximum of 24 songs reached');
  findSheet().getByText('24 / 24');
  await add(25);
  await expectToast(
    'Maximum songs reached',
    'You can only select up to 24 songs for your prediction.',
  );
  expect(listPickedTitles()).toHaveLength(24);
});

test('explains a failed submission, and opens My Predictions after a successful one', async () => {
  const site = await openGame();
  await site.add(1);
  await site.add(2);
  site.reject(createPrediction);
  await site.user.click(submit());
  await site.expectToast('Submission failed', 'Unable to submit prediction');
  site.reject(createPrediction, 'The doors are closed.', 503);
  await site.user.click(submit());
  await site.expectToast('Submission failed', 'The doors are closed.');
  expect(listPickedTitles()).toEqual(['Song 1', 'Song 2']);
  site.respond(createPrediction, samplePrediction(OPEN, [1, 2]), 'prediction');
  const release = site.holdResponse(createPrediction);
  await site.user.click(submit());
  expect(findButton('Submitting...').disabled).toBe(true);
  await release();
  const description = 'Good luck! Check back after the show to see your score.';
  await site.expectToast('Prediction submitted!', description);
  expect(site.listCalls(createPrediction).at(-1)?.body).toEqual({
    showId: OPEN.id,
    songIds: songs.slice(0, 2).map(({ id }) => id),
  });
  expect(location.pathname).toBe('/my-predictions');
  expect(history.state).toEqual({ submittedId: samplePrediction(OPEN, []).id });
});

test('starts an edit with the saved songs, explains a failure, and opens My Predictions', async () => {
  const site = await openGame(OPEN, [9, 4, 7]);
  expect(listPickedTitles()).toEqual(['Song 9', 'Song 4', 'Song 7']);
  await site.add(1);
  const update = () => site.user.click(findButton('Update Prediction'));
  site.reject(updatePrediction);
  await update();
  await site.expectToast('Update failed', 'Unable to update prediction');
  site.reject(updatePrediction, 'The doors are closed.', 503);
  await update();
  await site.expectToast('Update failed', 'The doors are closed.');
  site.respond(updatePrediction, samplePrediction(OPEN, [9, 4, 7, 1]), 'prediction');
  const release = site.holdResponse(updatePrediction);
  await update();
  expect(findButton('Updating...').disabled).toBe(true);
  await release();
  const description = 'Your prediction has been updated successfully.';
  await site.expectToast('Prediction updated!', description);
  expect(location.pathname).toBe('/my-predictions');
  expect(history.state).toBeNull();
});

test.each([
  ['starts within the hour', 59 / 60, 'open'],
  ['is live', 5, 'live'],
  ['is closed', 5, 'closed'],
  ['has an unknown status', 5, 'rained off'],
])('prevents adding and submitting for a show that %s', async (_, hours, status) => {
  await openGame(sampleShow(hours, { status }));
  findSheet().getByText('Predictions are closed for this show');
  expect(submit().disabled).toBe(true);
  const buttons = findAvailableSongs().getAllByRole<HTMLButtonElement>('button');
  expect(buttons).toHaveLength(songs.length);
  expect(buttons.filter(({ disabled }) => !disabled)).toEqual([]);
});

test('accepts predictions for a show that starts in more than an hour', async () => {
  const { add } = await openGame(sampleShow(61 / 60));
  await add(1);
  expect(submit().disabled).toBe(false);
  expect(screen.queryByText('Predictions are closed for this show')).toBeNull();
});

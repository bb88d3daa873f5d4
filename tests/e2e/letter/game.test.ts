import { expect, type Page } from '@playwright/test';
import { getBand } from '#contract/band.ts';
import { createPrediction, updatePrediction } from '#contract/predictions.ts';
import { createShow, type Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { checkBarriers } from '../support/barriers.ts';
import { type Stage, test } from '../support/journey.ts';
import { failCall, holdCall } from '../support/network.ts';
import { predict, setStatus } from '../support/night.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { seeText } from '../support/see-text.ts';
import { showDay } from '../support/show-day.ts';
import { readToast } from '../support/toast.ts';

let fan: Person;
let show: Show;
test.beforeAll(async ({ stage, admin }) => {
  fan = await signUpFan(stage.url, 'mayweed');
  show = await admin.call(createShow, {
    body: {
      name: 'An Evening by the River',
      city: 'Richmond',
      state: 'VA',
      date: new Date(Date.now() + 90 * 60_000).toISOString(),
      tourName: 'The Letter Tour',
    },
  });
});

async function openGame(stage: Stage, query: string): Promise<Page> {
  const { page } = await stage.visit({ as: fan });
  await page.goto(`/game${query}`);
  return page;
}

const sheetOf = (page: Page) => page.getByRole('region', { name: 'Your Prediction' });
const titlesOn = (page: Page) => sheetOf(page).locator('li[data-song]');
const songsOf = (page: Page) => page.getByRole('list', { name: 'Songs to choose from' });

async function add(page: Page, songs: readonly Song[]) {
  for (const { title } of songs)
    await songsOf(page)
      .getByRole('button', { name: `Add ${title}`, exact: true })
      .click();
}

async function expectOrder(page: Page, expected: readonly (Song | undefined)[]) {
  await expect(titlesOn(page)).toHaveCount(expected.length);
  for (const [place, song] of expected.entries())
    await expect(titlesOn(page).nth(place)).toContainText(song?.title ?? '');
}

test('without a show the upcoming ones are offered', async ({ stage }) => {
  const page = await openGame(stage, '');
  await seeText(page.getByRole('main'), 'Prediction Game');
  await seeText(page, 'Select a show to make your setlist prediction');
  const ticket = page.getByRole('article').filter({ hasText: show.name });
  await checkBarriers(page, 'game without a show');
  await ticket.getByRole('link', { name: 'Make Prediction' }).click();
  await expect(page.getByRole('heading', { level: 1, name: show.name })).toBeVisible();
  await expect(page).toHaveURL(`${stage.url}/game?show=${show.id}`);
});

test('a show that is not there is said to be', async ({ stage }) => {
  const page = await openGame(stage, '?show=11111111-1111-4111-8111-111111111111');
  await seeText(page, 'Show not found.');
});

test('the show is named with its place, day, tour and status', async ({ stage }) => {
  const page = await openGame(stage, `?show=${show.id}`);
  const header = page.getByRole('main').locator('header');
  for (const text of [show.name, 'Richmond, VA', showDay(show), 'The Letter Tour', 'Open'])
    await expect(header.getByText(text)).toBeVisible();
});

test('songs are found by their title in any case, and say how often and when they were played', async ({
  stage,
  songs,
}) => {
  const page = await openGame(stage, `?show=${show.id}`);
  await seeText(page, 'Available Songs');
  const { timeZone } = await fan.call(getBand);
  const played = songs.find(({ lastPlayed }) => lastPlayed);
  if (!played?.lastPlayed) throw new Error('No song was ever played.');
  const search = page.getByPlaceholder('Search songs...', { exact: true });
  await search.fill(played.title.toUpperCase());
  const title = page.getByText(played.title, { exact: true });
  const row = songsOf(page).getByRole('listitem').filter({ has: title });
  await seeText(row, `Played ${played.timesPlayed}x`);
  const lastDay = new Date(played.lastPlayed);
  const day = lastDay.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone });
  await expect(row.getByText(day)).toBeVisible();
  expect(await songsOf(page).getByRole('listitem').count()).toBeLessThan(songs.length / 4);
});

test('songs are added, moved up, moved down and removed; what is chosen is offered no more', async ({
  stage,
  songs,
}) => {
  const page = await openGame(stage, `?show=${show.id}`);
  const [a, b, c] = songs;
  const sheet = sheetOf(page);
  await seeText(sheet, 'Your Prediction');
  await expect(sheet.getByRole('button', { name: 'Submit Prediction' })).toBeDisabled();
  await add(page, songs.slice(0, 3));
  await seeText(sheet, '3 / 24 songs selected');
  await expect(songsOf(page).getByText(a?.title ?? '', { exact: true })).toHaveCount(0);
  await sheet.getByRole('button', { name: `Move ${c?.title} up` }).click();
  await expectOrder(page, [a, c, b]);
  await sheet.getByRole('button', { name: `Move ${a?.title} down` }).click();
  await expectOrder(page, [c, a, b]);
  await sheet.getByRole('button', { name: `Remove ${a?.title}`, exact: true }).click();
  await expectOrder(page, [c, b]);
  await checkBarriers(page, 'game');
});

test('24 songs are the most', async ({ stage, admin, songs }) => {
  const open = await addShow(admin, 'The Full Sheet', 120);
  const { id } = await predict(fan, open, songs.slice(0, 23));
  const page = await openGame(stage, `?show=${open.id}&edit=${id}`);
  await expect(titlesOn(page)).toHaveCount(23);
  await add(page, songs.slice(23, 24));
  await seeText(sheetOf(page), 'Maximum of 24 songs reached');
  await seeText(sheetOf(page), '24 / 24 songs selected');
  await add(page, songs.slice(24, 25));
  const sentence = 'You can only select up to 24 songs for your prediction.';
  await readToast(page, 'Maximum songs reached', sentence);
  await expect(titlesOn(page)).toHaveCount(24);
});

test('a submission that fails says why; one that is taken leads to My Predictions', async ({
  stage,
  admin,
  songs,
}) => {
  const { id } = await addShow(admin, 'The Sent Sheet', 120);
  const page = await openGame(stage, `?show=${id}`);
  await add(page, songs.slice(0, 2));
  const submit = sheetOf(page).getByRole('button', { name: 'Submit Prediction' });
  for (const message of [undefined, 'The doors are closed.']) {
    const restore = await failCall(page, createPrediction, message);
    await submit.click();
    await readToast(page, 'Submission failed', message ?? 'Unable to submit prediction');
    await restore();
  }
  const release = await holdCall(page, createPrediction);
  await submit.click();
  await expect(sheetOf(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  release();
  const sent = 'Good luck! Check back after the show to see your score.';
  await readToast(page, 'Prediction submitted!', sent);
  await expect(page).toHaveURL(/\/my-predictions$/);
});

for (const [state, minutes, status] of [
  ['begins within the hour', 59, 'open'],
  ['is live', 5 * 60, 'live'],
  ['is closed', 5 * 60, 'closed'],
] as const)
  test(`nothing can be added or submitted for a show that ${state}`, async ({ stage, admin }) => {
    const late = await addShow(admin, `A show that ${state}`, minutes);
    if (status !== 'open') await setStatus(admin, late, status);
    const page = await openGame(stage, `?show=${late.id}`);
    await seeText(sheetOf(page), 'Predictions are closed for this show');
    const submit = sheetOf(page).getByRole('button', { name: 'Submit Prediction' });
    await expect(submit).toBeDisabled();
    await expect(songsOf(page).getByRole('button').first()).toBeVisible();
    await expect(songsOf(page).locator('button:enabled')).toHaveCount(0);
  });

test('a show that begins in more than an hour takes predictions', async ({
  stage,
  admin,
  songs,
}) => {
  const inTime = await addShow(admin, 'More than an hour is left', 61);
  const page = await openGame(stage, `?show=${inTime.id}`);
  await add(page, songs.slice(0, 1));
  const submit = sheetOf(page).getByRole('button', { name: 'Submit Prediction' });
  await expect(submit).toBeEnabled();
});

test('an edit begins with the saved songs, says why it fails, and leads to My Predictions', async ({
  stage,
  admin,
  songs,
}) => {
  const open = await addShow(admin, 'Second Thoughts', 120);
  const picks = [9, 4, 7].flatMap((place) => songs[place] ?? []);
  const { id } = await predict(fan, open, picks);
  const page = await openGame(stage, `?show=${open.id}&edit=${id}`);
  await expectOrder(page, picks);
  await add(page, songs.slice(1, 2));
  const update = sheetOf(page).getByRole('button', { name: 'Update Prediction' });
  for (const message of [undefined, 'The doors are closed.']) {
    const restore = await failCall(page, updatePrediction, message);
    await update.click();
    await readToast(page, 'Update failed', message ?? 'Unable to update prediction');
    await restore();
  }
  const release = await holdCall(page, updatePrediction);
  await update.click();
  await expect(sheetOf(page).getByRole('button', { name: 'Updating...' })).toBeDisabled();
  release();
  const updated = 'Your prediction has been updated successfully.';
  await readToast(page, 'Prediction updated!', updated);
  await expect(page).toHaveURL(/\/my-predictions$/);
});

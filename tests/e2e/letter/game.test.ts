import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { getBand } from '#contract/band.ts';
import { createPrediction, updatePrediction } from '#contract/predictions.ts';
import { createShow, type Show, setShowStatus } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { toastOn } from '../support/toast.ts';
import { type OpenChecklist, openChecklist } from './checklist.ts';
import { CHOICE, EDIT, GAME } from './game.lines.ts';
import { leave } from './leave.ts';
import { failCall, holdCall } from './network.ts';
import { seeToast } from './see-toast.ts';
import { showDay } from './show-day.ts';

const stage = openStage();
let admin: Person;
let fan: Person;
let songs: Song[];
let show: Show;
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  fan = await signUpFan(stage.url, 'marigold');
  songs = await fan.call(listSongs);
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

/** A band has more songs than a sheet has lines, or the journeys make no sense. */
function song(place: number): Song {
  const found = songs[place];
  if (!found) throw new Error('The band has too few songs.');
  return found;
}

async function openAsFan(): Promise<Visit> {
  const visit = await stage.visit();
  await signInByForm(visit.page, fan);
  return visit;
}

const sheetOf = (page: Page) => page.getByRole('region', { name: 'Your Prediction' });
const titlesOn = (page: Page) => sheetOf(page).locator('li[data-song]');
const songsOf = (page: Page) => page.getByRole('list', { name: 'Songs to choose from' });
const add = (page: Page, { title }: Song) =>
  songsOf(page)
    .getByRole('button', { name: `Add ${title}`, exact: true })
    .click();

async function expectOrder(page: Page, expected: readonly Song[]) {
  for (const [place, { title }] of expected.entries())
    await titlesOn(page).nth(place).filter({ hasText: title }).waitFor();
  expect(await titlesOn(page).count()).toBe(expected.length);
}

async function seeServerMessage(list: OpenChecklist, page: Page, title: string, message: string) {
  await toastOn(page).filter({ hasText: message }).getByText(title, { exact: true }).waitFor();
  list.tick("the server's message");
}

test('without a show', async () => {
  const list = openChecklist(CHOICE);
  const visit = await openAsFan();
  const { page } = visit;
  await page.goto('/game');
  await list.see(page.getByRole('main'), 'Prediction Game');
  await list.see(page, 'Select a show to make your setlist prediction');
  const ticket = page.getByRole('article').filter({ hasText: show.name });
  await ticket.getByRole('link', { name: 'Make Prediction' }).click();
  await page.getByRole('heading', { level: 1, name: show.name }).waitFor();
  expect(page.url()).toContain(`/game?show=${show.id}`);
  list.tick('list of upcoming shows');
  await leave(list, visit);
});

test('a new prediction', async () => {
  const list = openChecklist(GAME);
  const visit = await openAsFan();
  const { page } = visit;
  await page.goto('/game?show=11111111-1111-4111-8111-111111111111');
  await list.see(page, 'Show not found.');

  await page.goto(`/game?show=${show.id}`);
  const header = page.getByRole('main').locator('header');
  for (const text of [show.name, 'Richmond, VA', showDay(show), 'The Letter Tour', 'Open'])
    await header.getByText(text).waitFor();
  list.tick('name, city, state, date, tour, status badge');

  await list.see(page, 'Available Songs');
  const search = page.getByPlaceholder('Search songs...', { exact: true });
  await search.fill(song(3).title.toUpperCase());
  list.tick('Search songs...');
  await songsOf(page).getByText(song(3).title, { exact: true }).waitFor();
  expect(await songsOf(page).getByRole('listitem').count()).toBeLessThan(songs.length / 4);
  list.tick('case-insensitive title match');
  await search.fill('');
  const { timeZone } = await fan.call(getBand);
  const played = songs.find(({ lastPlayed }) => lastPlayed);
  if (!played?.lastPlayed) throw new Error('No song was ever played.');
  const row = songsOf(page)
    .getByRole('listitem')
    .filter({
      has: page.getByText(played.title, { exact: true }),
    });
  await row.getByText(`Played ${played.timesPlayed}x`, { exact: true }).waitFor();
  list.tick('Played Nx');
  const lastDay = new Date(played.lastPlayed);
  await row
    .getByText(lastDay.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone }))
    .waitFor();
  list.tick('last-played date');

  const sheet = sheetOf(page);
  await list.see(sheet, 'Your Prediction');
  const submit = sheet.getByRole('button', { name: 'Submit Prediction' });
  await list.see(submit, 'Submit Prediction');
  expect(await submit.isDisabled()).toBe(true);
  for (const place of [0, 1, 2]) await add(page, song(place));
  await sheet.getByText('3 / 24 songs selected', { exact: true }).waitFor();
  list.tick('n / 24 songs selected');
  expect(await songsOf(page).getByText(song(0).title, { exact: true }).count()).toBe(0);
  const twice = { showId: show.id, songIds: [song(0).id, song(0).id] };
  await expect(fan.call(createPrediction, { body: twice })).rejects.toThrow('400');
  list.tick('songs already chosen are hidden');
  await sheet.getByRole('button', { name: `Move ${song(2).title} up` }).click();
  await expectOrder(page, [song(0), song(2), song(1)]);
  await sheet.getByRole('button', { name: `Move ${song(0).title} down` }).click();
  await expectOrder(page, [song(2), song(0), song(1)]);
  await sheet.getByRole('button', { name: `Remove ${song(0).title}`, exact: true }).click();
  await expectOrder(page, [song(2), song(1)]);
  list.tick('added, moved up, moved down, removed');

  for (let place = 3; place < 25; place += 1) await add(page, song(place));
  await list.see(sheet, 'Maximum of 24 songs reached');
  await sheet.getByText('24 / 24 songs selected', { exact: true }).waitFor();
  await add(page, song(25));
  await seeToast(
    list,
    page,
    'Maximum songs reached',
    'You can only select up to 24 songs for your prediction.',
  );
  expect(await titlesOn(page).count()).toBe(24);
  await expect(
    fan.call(createPrediction, { body: { showId: show.id, songIds: [] } }),
  ).rejects.toThrow(/400.*At least one song must be selected/s);
  list.tick('At least one song must be selected');

  let restore = await failCall(page, createPrediction);
  await submit.click();
  await seeToast(list, page, 'Submission failed', 'Unable to submit prediction');
  await restore();
  restore = await failCall(page, createPrediction, 'The doors are closed.');
  await submit.click();
  await seeServerMessage(list, page, 'Submission failed', 'The doors are closed.');
  await restore();
  const release = await holdCall(page, createPrediction);
  await submit.click();
  await list.see(sheet, 'Submitting...');
  expect(await sheet.getByRole('button', { name: 'Submitting...' }).isDisabled()).toBe(true);
  release();
  await seeToast(
    list,
    page,
    'Prediction submitted!',
    'Good luck! Check back after the show to see your score.',
  );
  expect(new URL(page.url()).pathname).toBe('/my-predictions');
  list.tick('success leads to /my-predictions');

  const locked = await addShow(admin, 'An hour is not left', 59);
  const live = await addShow(admin, 'On stage', 5 * 60);
  const closed = await addShow(admin, 'Over', 5 * 60);
  await admin.call(setShowStatus, { params: { id: live.id }, body: { status: 'live' } });
  await admin.call(setShowStatus, { params: { id: closed.id }, body: { status: 'closed' } });
  for (const { id } of [locked, live, closed]) {
    await page.goto(`/game?show=${id}`);
    await list.see(sheet, 'Predictions are closed for this show');
    expect(await submit.isDisabled()).toBe(true);
    const buttons = songsOf(page).getByRole('button');
    await buttons.first().waitFor();
    expect(await songsOf(page).locator('button:enabled').count()).toBe(0);
  }
  list.tick('nothing can be added or submitted');
  const inTime = await addShow(admin, 'More than an hour is left', 61);
  await page.goto(`/game?show=${inTime.id}`);
  await add(page, song(0));
  expect(await submit.isEnabled()).toBe(true);
  list.tick('the cutoff is 1 hour before the start');
  await leave(list, visit);
}, 180_000);

test('edit mode', async () => {
  const list = openChecklist(EDIT);
  const open = await addShow(admin, 'Second Thoughts', 120);
  const picks = [song(9), song(4), song(7)];
  const { id } = await fan.call(createPrediction, {
    body: { showId: open.id, songIds: picks.map((pick) => pick.id) },
  });
  const visit = await openAsFan();
  const { page } = visit;
  await page.goto(`/game?show=${open.id}&edit=${id}`);
  await expectOrder(page, picks);
  list.tick('the saved songs sorted by position');
  const update = sheetOf(page).getByRole('button', { name: 'Update Prediction' });
  await list.see(update, 'Update Prediction');
  await add(page, song(1));

  let restore = await failCall(page, updatePrediction);
  await update.click();
  await seeToast(list, page, 'Update failed', 'Unable to update prediction');
  await restore();
  restore = await failCall(page, updatePrediction, 'The doors are closed.');
  await update.click();
  await seeServerMessage(list, page, 'Update failed', 'The doors are closed.');
  await restore();
  const release = await holdCall(page, updatePrediction);
  await update.click();
  await list.see(sheetOf(page), 'Updating...');
  expect(await page.getByRole('button', { name: 'Updating...' }).isDisabled()).toBe(true);
  release();
  await seeToast(
    list,
    page,
    'Prediction updated!',
    'Your prediction has been updated successfully.',
  );
  expect(new URL(page.url()).pathname).toBe('/my-predictions');
  list.tick('success leads to /my-predictions');
  await leave(list, visit);
});

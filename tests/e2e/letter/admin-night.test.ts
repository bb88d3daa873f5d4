import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong, getSetlist } from '#contract/setlists.ts';
import { listShows, setShowStatus } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { ADMIN_ACCESS, ADMIN_SCORING, ADMIN_SETLIST } from './admin-night.lines.ts';
import { openChecklist } from './checklist.ts';
import { holdCall } from './network.ts';
import { seeFallback, seeOutcome } from './outcomes.ts';

const stage = openStage();
let admin: Person;
let songs: Song[];
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  songs = await admin.call(listSongs);
});

/** Signed in, without live updates: what the screen shows is what it read itself. */
async function openAs(person: Person): Promise<Visit> {
  const visit = await stage.visit();
  await visit.page.routeWebSocket('**/ws*', () => {});
  await signInByForm(visit.page, person);
  return visit;
}

async function end({ context, complaints }: Visit) {
  expect(complaints).toEqual([]);
  await context.close();
}

test('the Admin Panel opens to administrators only, at the live setlist', async () => {
  const list = openChecklist(ADMIN_ACCESS);
  const fan = await openAs(await signUpFan(stage.url, 'bystander'));
  expect(await fan.page.getByRole('link', { name: 'Admin Panel' }).count()).toBe(0);
  list.tick('no Admin Panel in the sidebar');
  await fan.page.goto('/admin');
  await list.see(fan.page, 'Access Denied');
  await end(fan);

  const visit = await openAs(admin);
  const { page } = visit;
  const release = await holdCall(page, listShows);
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await list.see(page.getByRole('heading'), 'Admin Panel');
  await page.getByRole('status').filter({ hasText: 'Loading shows' }).waitFor();
  list.tick('loading skeleton');
  await release();
  await page.getByText('Next position').waitFor();
  const tabs = await page.getByRole('tab').allInnerTexts();
  list.tick(tabs.join(', '));
  await page.getByRole('tab', { name: 'Live Setlist', selected: true }).waitFor();
  list.tick('Live Setlist is the tab that is open');
  await end(visit);
  list.expectAllTicked();
});

test('Live Setlist: every sentence of adding, editing and removing a song', async () => {
  const list = openChecklist(ADMIN_SETLIST);
  const show = await addShow(admin, 'The Letter Hall', 24 * 60);
  const params = { id: show.id };
  const [first, second, third] = songs;
  if (!first || !second || !third) throw new Error('The band has no songs.');
  const visit = await openAs(admin);
  const { page } = visit;
  await page.goto('/admin');

  const add = page.getByRole('button', { name: 'Add to setlist' });
  await add.click();
  await seeOutcome(list, page, 'Error', 'Please select a show and song');
  const release = await holdCall(page, getSetlist);
  await page.getByLabel('Show', { exact: true }).selectOption(show.id);
  await expect.poll(() => add.isDisabled()).toBe(true);
  list.tick('the add button is disabled');
  await release();
  await nextPosition(page, 1);
  list.tick('next position 1');
  await add.click();
  await seeOutcome(list, page, 'Error', 'Please select a show and song');

  await page.getByLabel('Mark as Closer (41 points)').check();
  list.tick('Mark as Closer (41 points)');
  await page.getByLabel('Notes (optional)').fill('By request');
  list.tick('Notes (optional)');
  await choose(page, first);
  const address = `**/api/shows/${show.id}/setlist`;
  await page.route(address, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  );
  await add.click();
  await seeOutcome(list, page, 'Error', 'Failed to add song to setlist');
  await page.unroute(address);
  await page.getByRole('region', { name: 'Not yet sent' }).getByText('By request').waitFor();
  await page.getByRole('button', { name: `Add ${first.title} all the same` }).click();
  await seeOutcome(list, page, 'Success', 'Song added to setlist');
  const row = (song: Song) => page.getByRole('listitem').filter({ hasText: song.title });
  await row(first).getByText('By request').waitFor();
  await row(first).getByText('Closer', { exact: true }).waitFor();
  list.tick('the song, its notes and its closer mark are listed');
  await nextPosition(page, 2);

  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await choose(page, third);
  await add.click();
  await seeOutcome(list, page, 'Success', 'Song added to setlist');
  await row(second).waitFor();
  await nextPosition(page, 4);
  list.tick('next position = highest existing plus one');

  await page.getByRole('button', { name: `Edit ${third.title}` }).click();
  const form = page.getByRole('form', { name: `Edit ${third.title}` });
  await form.getByLabel('Notes (optional)').fill('With a fiddle');
  await form.getByLabel('Mark as Closer (41 points)').check();
  await seeFallback(list, page, {
    method: 'PATCH',
    path: `**/api/shows/${show.id}/setlist/*`,
    act: () => form.getByRole('button', { name: 'Save' }).click(),
    fallback: 'Failed to update setlist song',
  });
  expect(await form.getByLabel('Notes (optional)').inputValue()).toBe('With a fiddle');
  await form.getByRole('button', { name: 'Save' }).click();
  await seeOutcome(list, page, 'Success', 'Setlist song updated');
  await row(third).getByText('With a fiddle').waitFor();
  await row(third).getByText('Closer', { exact: true }).waitFor();
  expect(await form.count()).toBe(0);
  list.tick('a row edits its notes and closer flag, or is displayed');

  const askToRemove = async () => {
    await page.getByRole('button', { name: `More for ${first.title}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  };
  await askToRemove();
  const dialog = page.getByRole('alertdialog');
  await list.seeWithin(dialog, 'All scores for the show will be recalculated.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row(first).waitFor();
  await askToRemove();
  const remove = dialog.getByRole('button', { name: 'Remove' });
  await seeFallback(list, page, {
    method: 'DELETE',
    path: `**/api/shows/${show.id}/setlist/*`,
    act: () => remove.click(),
    fallback: 'Failed to delete song',
  });
  await remove.click();
  await seeOutcome(list, page, 'Success', 'Song removed from setlist');
  await row(first).waitFor({ state: 'detached' });
  await end(visit);
  list.expectAllTicked();
}, 90_000);

test('Scoring: when scores can be calculated, and what is read anew then', async () => {
  const list = openChecklist(ADMIN_SCORING);
  const show = await addShow(admin, 'The Counting House', 24 * 60);
  const params = { id: show.id };
  const [song] = songs;
  if (!song) throw new Error('The band has no songs.');
  const fan = await signUpFan(stage.url, 'larkspur');
  await fan.call(createPrediction, { body: { showId: show.id, songIds: [song.id] } });
  const visit = await openAs(admin);
  const { page } = visit;
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));

  await page.goto('/admin?tab=scoring');
  const calculate = page.getByRole('button', { name: 'Calculate Scores' });
  await calculate.click();
  list.tick('Calculate Scores');
  await seeOutcome(list, page, 'Error', 'Please select a show');
  await page.getByLabel('Show', { exact: true }).selectOption(show.id);
  await page.getByText('0 songs in the setlist').waitFor();
  await calculate.click();
  await seeOutcome(list, page, 'Error', 'Show must be live or closed to calculate scores');
  expect(reads).not.toContain(`/api/leaderboard/show/${show.id}`);
  list.tick('no leaderboard is asked for');

  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  await admin.call(addSetlistSong, { params, body: { songId: song.id } });
  await page.reload();
  await page.getByText('1 song in the setlist').waitFor();
  await page.getByRole('main').getByText('Live', { exact: true }).waitFor();
  list.tick('status and song count');
  await seeFallback(list, page, {
    method: 'POST',
    path: '**/api/shows/*/calculate-scores',
    act: () => calculate.click(),
    fallback: 'Failed to calculate scores',
  });

  // What the pages have read before the calculation, they show as it is after it.
  const go = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await go('Global Leaderboard');
  await page.getByText('No leaderboard data yet. Be the first to make a prediction!').waitFor();
  await go('My Predictions');
  await page.getByText('No predictions yet').first().waitFor();
  await go('Admin Panel');
  await page.getByRole('tab', { name: 'Scoring' }).click();
  await page.getByText('1 song in the setlist').waitFor();
  reads.length = 0;
  await calculate.click();
  await seeOutcome(list, page, 'Success', 'Scores calculated successfully');
  await expect.poll(() => reads).toContain('/api/auth/user');
  await go('Global Leaderboard');
  await page.getByText('larkspur').first().waitFor();
  await go('My Predictions');
  await expect.poll(() => reads).toContain('/api/predictions/my-predictions');
  list.tick('leaderboards, my predictions and the user are refreshed');

  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await page.goto(`/admin?tab=scoring&show=${show.id}`);
  const table = page.getByRole('table');
  await table.getByRole('row', { name: '1 larkspur 41' }).waitFor();
  const columns = await table.getByRole('columnheader').allTextContents();
  list.tick(columns.join(', '));
  await end(visit);
  list.expectAllTicked();
}, 60_000);

async function nextPosition(page: Page, position: number) {
  await page
    .getByRole('paragraph')
    .filter({ hasText: `Next position${position}` })
    .waitFor();
}

async function choose(page: Page, song: Song) {
  await page.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
  await page.getByRole('listbox').getByRole('option').first().click();
}

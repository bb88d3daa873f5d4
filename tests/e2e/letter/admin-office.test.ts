import { beforeAll, expect, test } from 'vitest';
import { createSong, deleteSong, listSongs, updateSong } from '#contract/songs.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { type Person, signInAdmin } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { ADMIN_SHOWS, ADMIN_SONGS } from './admin-office.lines.ts';
import { openChecklist } from './checklist.ts';
import { holdCall } from './network.ts';
import { seeFallback, seeOutcome } from './outcomes.ts';

const stage = openStage();
let admin: Person;
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
});

async function openTab(tab: string): Promise<Visit> {
  const visit = await stage.visit();
  await signInByForm(visit.page, admin);
  await visit.page.goto(`/admin?tab=${tab}`);
  return visit;
}

async function end({ context, complaints }: Visit) {
  expect(complaints).toEqual([]);
  await context.close();
}

test('Shows: create, edit, set the status, delete', async () => {
  const list = openChecklist(ADMIN_SHOWS);
  const visit = await openTab('shows');
  const { page } = visit;
  const done = (sentence: string) => seeOutcome(list, page, 'Success', sentence);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create Show' }).click();
  await list.see(dialog.getByRole('heading'), 'Create Show');
  expect(await dialog.getByLabel('Country').inputValue()).toBe('USA');
  list.tick('country USA');
  const create = dialog.getByRole('button', { name: 'Create Show' });
  await create.click();
  for (const sentence of ['Name is required', 'City is required', 'Date is required'])
    await list.see(dialog, sentence);
  await dialog.getByLabel('Name', { exact: true }).fill('The Paper Mill');
  await dialog.getByLabel('Venue (optional)').fill('Mill Hall');
  await dialog.getByLabel('City').fill('Troy');
  await dialog.getByLabel('State (optional)').fill('NY');
  await dialog.getByLabel('Date and time').fill('2030-03-10T02:30');
  await seeFallback(list, page, {
    method: 'POST',
    path: '**/api/shows',
    act: () => create.click(),
    fallback: 'Failed to create show',
  });
  await create.click();
  const skipped = 'This time does not exist in America/New_York: its clocks go forward then';
  await seeOutcome(list, page, 'Error', skipped);
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('The Paper Mill');
  await dialog.getByLabel('Date and time').fill('2030-03-10T19:30');
  await create.click();
  await done('Show created successfully');

  const card = page.getByRole('article').filter({ hasText: 'The Paper Mill' });
  for (const fact of ['Mill Hall', 'Troy, NY', '7:30 PM EDT', 'Sunday, March 10, 2030'])
    await card.filter({ hasText: fact }).waitFor();
  await card
    .locator('span')
    .filter({ hasText: /^Open$/ })
    .waitFor();
  list.tick('name, venue, city, state, date, time, status');

  const edit = page.getByRole('button', { name: 'Edit The Paper Mill' });
  await edit.click();
  await list.see(dialog.getByRole('heading'), 'Edit Show');
  expect(await dialog.getByLabel('City').inputValue()).toBe('Troy');
  expect(await dialog.getByLabel('Date and time').inputValue()).toBe('2030-03-10T19:30');
  await dialog.getByLabel('City').fill('Utica');
  await list.see(dialog, 'Cancel');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await card.filter({ hasText: 'Troy, NY' }).waitFor();
  await edit.click();
  await dialog.getByLabel('City').fill('Utica');
  await seeFallback(list, page, {
    method: 'PATCH',
    path: '**/api/shows/*',
    act: () => dialog.getByRole('button', { name: 'Update Show' }).click(),
    fallback: 'Failed to update show',
  });
  await dialog.getByRole('button', { name: 'Update Show' }).click();
  await done('Show updated successfully');
  await card.filter({ hasText: 'Utica, NY' }).waitFor();

  const status = page.getByLabel('Status of The Paper Mill');
  list.tick((await status.getByRole('option').allInnerTexts()).join(', '));
  await seeFallback(list, page, {
    method: 'PATCH',
    path: '**/api/shows/*/status',
    act: async () => {
      await status.selectOption('closed');
    },
    fallback: 'Failed to update show status',
  });
  expect(await status.inputValue()).toBe('open');
  await status.selectOption('closed');
  await done('Show status updated successfully');
  await card
    .locator('span')
    .filter({ hasText: /^Closed$/ })
    .waitFor();

  await page.getByRole('button', { name: 'Delete The Paper Mill' }).click();
  const question = page.getByRole('alertdialog');
  await list.seeWithin(question, 'Its predictions and setlist data will be deleted too.');
  await seeFallback(list, page, {
    method: 'DELETE',
    path: '**/api/shows/*',
    act: () => question.getByRole('button', { name: 'Delete Show' }).click(),
    fallback: 'Failed to delete show',
  });
  await question.getByRole('button', { name: 'Delete Show' }).click();
  await done('Show deleted successfully');
  await card.waitFor({ state: 'detached' });
  await end(visit);
  list.expectAllTicked();
}, 90_000);

test('Songs: search, create, edit, delete', async () => {
  const list = openChecklist(ADMIN_SONGS);
  const [known] = await admin.call(listSongs);
  if (!known) throw new Error('The band has no songs.');
  const visit = await openTab('songs');
  const { page } = visit;
  const done = (sentence: string) => seeOutcome(list, page, 'Success', sentence);
  const search = page.getByPlaceholder('Search songs...');
  await page.getByText('207 songs').waitFor();
  list.tick((await page.getByRole('columnheader').allTextContents()).join(', '));
  await search.fill(known.title.toUpperCase());
  await page.getByRole('button', { name: `Delete ${known.title}`, exact: true }).waitFor();
  await expect.poll(() => page.getByText('207 songs').count()).toBe(0);
  list.tick('search by title');
  await search.fill('no song has this name');
  await list.see(page, 'No songs match your search');

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create Song' }).click();
  await list.see(dialog.getByRole('heading'), 'Create Song');
  expect(await dialog.getByLabel('Category').inputValue()).toBe('studio');
  list.tick('category studio');
  const rarities = dialog.getByLabel('Rarity');
  expect(await rarities.inputValue()).toBe('common');
  const values = await rarities
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
  list.tick(values.join(', '));
  const create = dialog.getByRole('button', { name: 'Create Song' });
  await create.click();
  await list.see(dialog, 'Title is required');
  const title = dialog.getByLabel('Title');
  await title.fill(known.title);
  await seeFallback(list, page, {
    method: createSong.method,
    path: '**/api/songs',
    act: () => create.click(),
    fallback: 'Failed to create song',
  });
  await create.click();
  await seeOutcome(list, page, 'Error', 'A song with this title already exists');
  expect(await title.inputValue()).toBe(known.title);
  await title.fill('Ink on the Rail');
  await create.click();
  await done('Song created successfully');

  await search.fill('ink on the');
  await page.getByRole('button', { name: 'Edit Ink on the Rail' }).click();
  await list.see(dialog.getByRole('heading'), 'Edit Song');
  expect(await title.inputValue()).toBe('Ink on the Rail');
  await dialog.getByLabel('Album (optional)').fill('Loose Sheets');
  const update = dialog.getByRole('button', { name: 'Update Song' });
  await seeFallback(list, page, {
    method: updateSong.method,
    path: '**/api/songs/*',
    act: () => update.click(),
    fallback: 'Failed to update song',
  });
  const release = await holdCall(page, updateSong);
  await update.click();
  await list.see(dialog, 'Updating...');
  await release();
  await done('Song updated successfully');
  await page.getByRole('cell', { name: 'Loose Sheets' }).waitFor();

  await page.getByRole('button', { name: 'Delete Ink on the Rail' }).click();
  const question = page.getByRole('alertdialog');
  await list.seeWithin(question, 'The song will be removed from all predictions and setlists.');
  const remove = question.getByRole('button', { name: 'Delete Song' });
  await seeFallback(list, page, {
    method: deleteSong.method,
    path: '**/api/songs/*',
    act: () => remove.click(),
    fallback: 'Failed to delete song',
  });
  await remove.click();
  await done('Song deleted successfully');
  await page.getByText('No songs match your search').waitFor();

  await page.route('**/api/songs', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await list.see(page, 'No songs found');
  await end(visit);
  list.expectAllTicked();
}, 90_000);

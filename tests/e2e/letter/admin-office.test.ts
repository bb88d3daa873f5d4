import { expect, type Locator } from '@playwright/test';
import { createShow, type Show } from '#contract/shows.ts';
import { createSong, deleteSong, listSongs, type Song, updateSong } from '#contract/songs.ts';
import { checkBarriers } from '../support/barriers.ts';
import { seeFallback } from '../support/fallback.ts';
import { type Stage, test } from '../support/journey.ts';
import { holdCall } from '../support/network.ts';
import type { Person } from '../support/people.ts';
import { seeText, seeWithin } from '../support/see-text.ts';
import { readToast } from '../support/toast.ts';

async function openTab(stage: Stage, admin: Person, tab: string) {
  const { page } = await stage.visit({ as: admin });
  await page.goto(`/admin?tab=${tab}`);
  return page;
}

test.describe('Shows', () => {
  async function addHall(admin: Person, name: string): Promise<Show> {
    const place = { venue: 'Mill Hall', city: 'Troy', state: 'NY', timeZone: 'America/New_York' };
    return admin.call(createShow, { body: { name, ...place, date: '2030-03-10T19:30' } });
  }

  const badge = (card: Locator, text: string) =>
    card.locator('span').filter({ hasText: new RegExp(`^${text}$`) });

  test('a new one is asked for its name, city and date', async ({ stage, admin }) => {
    const page = await openTab(stage, admin, 'shows');
    await page.getByRole('button', { name: 'Create Show' }).click();
    const dialog = page.getByRole('dialog');
    await seeText(dialog.getByRole('heading'), 'Create Show');
    await expect(dialog.getByLabel('Country')).toHaveValue('USA');
    await dialog.getByRole('button', { name: 'Create Show' }).click();
    for (const sentence of ['Name is required', 'City is required', 'Date is required'])
      await seeText(dialog, sentence);
  });

  test('a new one keeps what was typed until it is taken, and is on its card then', async ({
    stage,
    admin,
  }) => {
    const page = await openTab(stage, admin, 'shows');
    await page.getByRole('button', { name: 'Create Show' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Name', { exact: true });
    await name.fill('The Paper Mill');
    await dialog.getByLabel('Venue (optional)').fill('Mill Hall');
    await dialog.getByLabel('City').fill('Troy');
    await dialog.getByLabel('State (optional)').fill('NY');
    await dialog.getByLabel('Date and time').fill('2030-03-10T02:30');
    const create = dialog.getByRole('button', { name: 'Create Show' });
    await seeFallback(page, {
      method: 'POST',
      path: '**/api/shows',
      act: () => create.click(),
      fallback: 'Failed to create show',
    });
    await create.click();
    const skipped = 'This time does not exist in America/New_York: its clocks go forward then';
    await readToast(page, 'Error', skipped);
    await expect(name).toHaveValue('The Paper Mill');
    await dialog.getByLabel('Date and time').fill('2030-03-10T19:30');
    await create.click();
    await readToast(page, 'Success', 'Show created successfully');
    const card = page.getByRole('article').filter({ hasText: 'The Paper Mill' });
    for (const fact of ['Mill Hall', 'Troy, NY', '7:30 PM EDT', 'Sunday, March 10, 2030'])
      await expect(card).toContainText(fact);
    await expect(badge(card, 'Open')).toBeVisible();
  });

  test('one is edited from what it is; Cancel changes nothing', async ({ stage, admin }) => {
    await addHall(admin, 'The Edited Hall');
    const page = await openTab(stage, admin, 'shows');
    const card = page.getByRole('article').filter({ hasText: 'The Edited Hall' });
    const dialog = page.getByRole('dialog');
    const edit = page.getByRole('button', { name: 'Edit The Edited Hall' });
    await edit.click();
    await seeText(dialog.getByRole('heading'), 'Edit Show');
    await expect(dialog.getByLabel('City')).toHaveValue('Troy');
    await expect(dialog.getByLabel('Date and time')).toHaveValue('2030-03-10T19:30');
    await dialog.getByLabel('City').fill('Utica');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText('Troy, NY');
    await edit.click();
    await dialog.getByLabel('City').fill('Utica');
    await seeFallback(page, {
      method: 'PATCH',
      path: '**/api/shows/*',
      act: () => dialog.getByRole('button', { name: 'Update Show' }).click(),
      fallback: 'Failed to update show',
    });
    await dialog.getByRole('button', { name: 'Update Show' }).click();
    await readToast(page, 'Success', 'Show updated successfully');
    await expect(card).toContainText('Utica, NY');
    await checkBarriers(page, 'admin: Shows');
  });

  test('any status is set directly', async ({ stage, admin }) => {
    await addHall(admin, 'The Closing Hall');
    const page = await openTab(stage, admin, 'shows');
    const status = page.getByLabel('Status of The Closing Hall');
    await expect(status.getByRole('option')).toHaveText([
      'Open',
      'Live',
      'Closed',
      'Postponed',
      'Cancelled',
    ]);
    await seeFallback(page, {
      method: 'PATCH',
      path: '**/api/shows/*/status',
      act: () => status.selectOption('closed'),
      fallback: 'Failed to update show status',
    });
    await expect(status).toHaveValue('open');
    await status.selectOption('closed');
    await readToast(page, 'Success', 'Show status updated successfully');
    const card = page.getByRole('article').filter({ hasText: 'The Closing Hall' });
    await expect(badge(card, 'Closed')).toBeVisible();
  });

  test('one is deleted after a warning', async ({ stage, admin }) => {
    await addHall(admin, 'The Torn Down Hall');
    const page = await openTab(stage, admin, 'shows');
    await page.getByRole('button', { name: 'Delete The Torn Down Hall' }).click();
    const question = page.getByRole('alertdialog');
    await seeWithin(question, 'Its predictions and setlist data will be deleted too.');
    const remove = question.getByRole('button', { name: 'Delete Show' });
    await seeFallback(page, {
      method: 'DELETE',
      path: '**/api/shows/*',
      act: () => remove.click(),
      fallback: 'Failed to delete show',
    });
    await remove.click();
    await readToast(page, 'Success', 'Show deleted successfully');
    await expect(page.getByRole('article').filter({ hasText: 'Torn Down' })).toHaveCount(0);
  });
});

test.describe('Songs', () => {
  const addSong = (admin: Person, title: string): Promise<Song> =>
    admin.call(createSong, { body: { title } });

  test('are found by title', async ({ stage, admin, songs: [known] }) => {
    const page = await openTab(stage, admin, 'songs');
    const columns = ['Title', 'Album', 'Rarity', 'Times Played', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    await checkBarriers(page, 'admin: Songs');
    const search = page.getByPlaceholder('Search songs...');
    const title = known?.title ?? '';
    await search.fill(title.toUpperCase());
    await expect(page.getByRole('button', { name: `Delete ${title}`, exact: true })).toBeVisible();
    await expect(page.getByRole('row')).not.toHaveCount((await admin.call(listSongs)).length + 1);
    await search.fill('no song has this name');
    await seeText(page, 'No songs match your search');
  });

  test('a new one keeps what was typed until it is taken', async ({
    stage,
    admin,
    songs: [known],
  }) => {
    const page = await openTab(stage, admin, 'songs');
    await page.getByRole('button', { name: 'Create Song' }).click();
    const dialog = page.getByRole('dialog');
    await seeText(dialog.getByRole('heading'), 'Create Song');
    await expect(dialog.getByLabel('Category')).toHaveValue('studio');
    const rarities = dialog.getByLabel('Rarity');
    await expect(rarities).toHaveValue('common');
    for (const [place, value] of ['common', 'uncommon', 'rare', 'very_rare', 'debut'].entries())
      await expect(rarities.locator('option').nth(place)).toHaveAttribute('value', value);
    const create = dialog.getByRole('button', { name: 'Create Song' });
    await create.click();
    await seeText(dialog, 'Title is required');
    const title = dialog.getByLabel('Title');
    await title.fill(known?.title ?? '');
    await seeFallback(page, {
      method: createSong.method,
      path: '**/api/songs',
      act: () => create.click(),
      fallback: 'Failed to create song',
    });
    await create.click();
    await readToast(page, 'Error', 'A song with this title already exists');
    await expect(title).toHaveValue(known?.title ?? '');
    await title.fill('Ink on the Rail');
    await create.click();
    await readToast(page, 'Success', 'Song created successfully');
  });

  test('one is edited from what it is', async ({ stage, admin }) => {
    await addSong(admin, 'Paper on the Rail');
    const page = await openTab(stage, admin, 'songs');
    await page.getByRole('button', { name: 'Edit Paper on the Rail' }).click();
    const dialog = page.getByRole('dialog');
    await seeText(dialog.getByRole('heading'), 'Edit Song');
    await expect(dialog.getByLabel('Title')).toHaveValue('Paper on the Rail');
    await dialog.getByLabel('Album (optional)').fill('Loose Sheets');
    const update = dialog.getByRole('button', { name: 'Update Song' });
    await seeFallback(page, {
      method: updateSong.method,
      path: '**/api/songs/*',
      act: () => update.click(),
      fallback: 'Failed to update song',
    });
    const release = await holdCall(page, updateSong);
    await update.click();
    await seeText(dialog, 'Updating...');
    release();
    await readToast(page, 'Success', 'Song updated successfully');
    await expect(page.getByRole('cell', { name: 'Loose Sheets' })).toBeVisible();
  });

  test('one is deleted after a warning', async ({ stage, admin }) => {
    await addSong(admin, 'Rust on the Rail');
    const page = await openTab(stage, admin, 'songs');
    await page.getByRole('button', { name: 'Delete Rust on the Rail' }).click();
    const question = page.getByRole('alertdialog');
    await seeWithin(question, 'The song will be removed from all predictions and setlists.');
    const remove = question.getByRole('button', { name: 'Delete Song' });
    await seeFallback(page, {
      method: deleteSong.method,
      path: '**/api/songs/*',
      act: () => remove.click(),
      fallback: 'Failed to delete song',
    });
    await remove.click();
    await readToast(page, 'Success', 'Song deleted successfully');
    await expect(page.getByRole('button', { name: 'Edit Rust on the Rail' })).toHaveCount(0);
  });

  test('there may be none at all', async ({ stage, admin }) => {
    const { page } = await stage.visit({ as: admin });
    await page.route('**/api/songs', (route) => route.fulfill({ json: [] }));
    await page.goto('/admin?tab=songs');
    await seeText(page, 'No songs found');
  });
});

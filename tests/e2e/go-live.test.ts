import { expect } from '@playwright/test';
import { getShow } from '#contract/shows.ts';
import { test } from './support/journey.ts';
import { listTitles } from './support/live-show.ts';
import { unroute } from './support/network.ts';
import { addShow } from './support/people.ts';
import { findRow } from './support/phone-thumb.ts';

test('an administrator goes live with the keyboard and enters the first song', async ({
  site,
  admin,
  songs: [song],
}) => {
  const show = await addShow(admin, 'The Early Doors', 24 * 60);
  const { page } = await site.visit({ as: admin });
  await page.goto(`/admin?show=${show.id}`);
  const goLive = page.getByRole('button', { name: 'Go live', exact: true });
  await expect(page.getByRole('heading', { name: "This show isn't live" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Finish' })).toHaveCount(0);
  await goLive.press('Enter');
  const confirmation = page.getByRole('alertdialog', { name: 'Go live early?' });
  await expect(confirmation).toContainText('“The Early Doors” starts on');
  await page.keyboard.press('Escape');
  await expect(goLive).toBeFocused();
  await goLive.press('Enter');
  await confirmation.getByRole('button', { name: 'Go live' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Song' }).first();
  await expect(field).toBeFocused();
  await page.keyboard.type(song.title);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => listTitles(admin, show)).toEqual([song.title]);
});

test('going live with the first song survives a lost connection and a reload', async ({
  site,
  admin,
  songs: [song],
}) => {
  const show = await addShow(admin, 'The Cold Start', 90);
  const fetchStatus = async () => (await admin.call(getShow, { params: { id: show.id } })).status;
  const { page } = await site.visit({ as: admin, isPhone: true });
  await page.goto(`/admin?show=${show.id}`);
  const field = page.getByRole('combobox', { name: 'Song' }).first();
  await field.fill(song.title);
  await page.getByRole('listbox').getByRole('option').first().tap();
  await expect(field).toHaveValue(song.title);
  const statusUrl = `**/api/shows/${show.id}/status`;
  await page.route(statusUrl, (route) => route.abort());
  await page.getByRole('button', { name: 'Go live and add' }).tap();
  await expect(page.getByRole('region', { name: 'Not yet sent' })).toContainText(song.title);
  await page.reload();
  await expect(findRow(page, song.title)).toBeVisible();
  expect(await fetchStatus()).toBe('open');
  expect(await listTitles(admin, show)).toEqual([]);
  await unroute(page, statusUrl);
  await expect.poll(fetchStatus).toBe('live');
  await expect.poll(() => listTitles(admin, show)).toEqual([song.title]);
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { backupFilePath, createBackup } from '#contract/backups.ts';
import { createSong } from '#contract/songs.ts';
import { test } from './support/journey.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test.use({ dedicatedServer: true });

test('an administrator makes a backup, downloads it and restores it while a fan is online', async ({
  site,
  admin,
}) => {
  const fan = await signUpFan(site.url, 'keeper');
  const { page } = await site.visit({ as: admin });
  await page.goto('/admin?tab=setup');
  await expect(page.getByText('No backups yet')).toBeVisible();
  await settled(page);
  await page.getByRole('button', { name: 'Create a backup' }).click();
  const list = page.getByRole('list', { name: 'Backups' });
  await expect(list.getByText('Manual')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: /^Download / }).click(),
  ]);
  const file = await readFile(await download.path(), 'latin1');
  expect(file.slice(0, 19)).toBe('called-it backup 1 ');

  await admin.call(createSong, { body: { title: 'Written by mistake' } });
  const { page: phone } = await site.visit({ as: fan });
  await phone.goto('/song-database?tab=all');
  await phone.getByRole('searchbox').fill('mistake');
  const mistake = phone.getByText('Written by mistake');
  await expect(mistake).toBeVisible();

  await list.getByRole('button', { name: /^Restore / }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
  const name = dialog.getByRole('textbox');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveAccessibleDescription(/Type the name of the backup/);
  await name.fill(/Type (\S+) to confirm/.exec((await dialog.textContent()) ?? '')?.[1] ?? '');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(list.getByText('Before a restore')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(mistake).toBeHidden();
});

test("an owner restores another site's backup on the first page of a new site", async ({
  site,
  admin,
  newSite,
}) => {
  test.slow();
  const show = await addShow(admin, 'The Old Address', 24 * 60);
  const { name } = await admin.call(createBackup);
  const { context: home } = await site.visit({ as: admin });
  const buffer = await (await home.request.get(backupFilePath(name))).body();
  const { page } = await site.visit({ baseURL: new URL(newSite.link).origin });

  await page.goto(newSite.link);
  await page.getByRole('button', { name: 'Restore a backup' }).click();
  const backup = { name: 'moved.backup', mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('Backup file').setInputFiles(backup);
  await expect(page.getByText('This backup is complete')).toBeVisible();
  await page.getByRole('button', { name: 'Restore this backup' }).click();
  // Wait from here, because the bar disappears soon.
  const progress = page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Restore the backup' }).click();
  await progress;
  // On a busy machine, a restore takes a long time, so only the test's timeout applies.
  await page
    .getByText(/^The site is restored from the backup of .*This link has stopped/)
    .waitFor({ timeout: 0 });

  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: show.name }).first()).toBeVisible();
  // The site's server stops before its pages close.
  await page.close();
});

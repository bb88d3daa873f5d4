import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { createSong } from '#contract/songs.ts';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';
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

import { expect } from '@playwright/test';
import { getCurrentUser, login } from '#contract/accounts.ts';
import { listSongs } from '#contract/songs.ts';
import { newPerson } from '../../scripts/api-person.ts';
import { type Stage, test } from './support/journey.ts';
import { type Person, signUpFan } from './support/people.ts';
import { readToast } from './support/toast.ts';

async function openSettings(stage: Stage, fan: Person) {
  const visit = await stage.visit({ as: fan });
  await visit.page.goto('/');
  await visit.page.getByRole('link', { name: 'Settings' }).click();
  await expect(visit.page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  return visit;
}

test('a fan says who they are, and sees it after a reload and on other pages', async ({
  stage,
}) => {
  const fan = await signUpFan(stage.url, 'juniper');
  await signUpFan(stage.url, 'clementine');
  const song = (await fan.call(listSongs))[6];
  if (!song) throw new Error('The band has too few songs.');
  const { page } = await openSettings(stage, fan);

  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(fan.email);
  await expect(email).not.toBeEditable();
  await expect(page.getByText('Shown on leaderboards')).toBeVisible();

  const name = page.getByLabel('Username');
  const save = page.getByRole('button', { name: 'Update Profile' });
  await name.fill('   ');
  await save.click();
  await expect(page.getByText('Username cannot be empty')).toBeVisible();
  await name.fill('Clementine');
  await save.click();
  await readToast(page, 'Error', 'This username is already taken');
  await expect(name).toHaveValue('Clementine');

  await name.fill('juniper of row two');
  await page.getByLabel('Favorite song').fill(song.title);
  await page.getByRole('option', { name: song.title }).first().click();
  await page.getByLabel('Home venue').fill('  The Wick Street Armory ');
  await page.route('**/api/user/profile', async (route) => {
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
    await route.continue();
  });
  await save.click();
  await readToast(page, 'Success', 'Profile updated successfully');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await expect(name).toHaveValue('juniper of row two');
  await expect(page.getByLabel('Favorite song')).toHaveValue(song.title);
  await expect(page.getByLabel('Home venue')).toHaveValue('The Wick Street Armory');

  await page.getByLabel('Favorite song').fill('');
  await page.keyboard.press('Tab');
  await page.unroute('**/api/user/profile');
  await save.click();
  await readToast(page, 'Success', 'Profile updated successfully');
  expect((await fan.call(getCurrentUser)).favoriteSong).toBeNull();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(
    page.getByRole('heading', { name: 'Welcome back, juniper of row two!' }),
  ).toBeVisible();
});

test('a new password is checked, ends the other sessions, and empties its fields', async ({
  stage,
}) => {
  const fan = await signUpFan(stage.url, 'hyacinth');
  const { page } = await openSettings(stage, fan);
  const current = page.getByLabel('Current password');
  const next = page.getByLabel('New password', { exact: true });
  const confirm = page.getByLabel('Confirm new password');
  const save = page.getByRole('button', { name: 'Update Password' });

  await current.fill('not my password');
  await next.fill('short');
  await expect(save).toBeDisabled();
  await confirm.fill('short');
  await save.click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await next.fill('eleven paper lanterns');
  await expect(page.getByText('Strong.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await confirm.fill('eleven paper lanterns');
  await save.click();
  await readToast(page, 'Error', 'Current password is incorrect');
  await expect(next).toHaveValue('eleven paper lanterns');

  await current.fill(fan.password);
  await save.click();
  await readToast(page, 'Success', 'Password updated successfully');
  for (const field of [current, next, confirm]) await expect(field).toHaveValue('');
  await expect(save).toBeDisabled();
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')).toHaveCount(
    1,
  );
});

test('a session elsewhere is seen and ended', async ({ stage }) => {
  const fan = await signUpFan(stage.url, 'larkspur');
  const { page } = await openSettings(stage, fan);
  const rows = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await expect(rows.nth(1)).toBeVisible();
  await expect(rows.nth(0)).toContainText('This device');

  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await readToast(page, 'Success', 'An unknown device has been signed out');
  await expect(rows).toHaveCount(1);
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');

  // One more, signed in behind the page's back: the list is fetched anew when it opens.
  const elsewhere = newPerson(stage.url).in();
  await elsewhere.call(login, { body: { email: fan.email, password: fan.password } });
  await page.getByRole('link', { name: 'About' }).click();
  await page.goBack();
  await expect(rows.nth(1)).toBeVisible();
});

test('the theme is chosen, at once and after a reload', async ({ stage }) => {
  const fan = await signUpFan(stage.url, 'periwinkle');
  const { page } = await openSettings(stage, fan);
  const panel = page.getByRole('region', { name: 'Theme' });
  for (const choice of ['Light', 'Dark']) {
    await panel.getByText(choice).click();
    const theme = choice.toLowerCase();
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeVisible();
    await page.reload();
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeVisible();
    await expect(panel.getByRole('radio', { name: choice })).toBeChecked();
  }
});

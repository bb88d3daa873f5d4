import { expect, test } from 'vitest';
import { getCurrentUser, login } from '#contract/accounts.ts';
import { listSongs } from '#contract/songs.ts';
import { newPerson } from '../../scripts/api-person.ts';
import { signInByForm } from '../support/browser.ts';
import { type Person, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';
import { readToast } from './support/toast.ts';

const stage = openStage();

async function openSettings(fan: Person) {
  const visit = await stage.visit();
  await signInByForm(visit.page, fan);
  await visit.page.getByRole('link', { name: 'Settings' }).click();
  await visit.page.getByRole('heading', { name: 'Account Settings' }).waitFor();
  return visit;
}

test('a fan says who he is, and sees it after a reload and on other pages', async () => {
  const fan = await signUpFan(stage.url, 'juniper');
  await signUpFan(stage.url, 'clementine');
  const song = (await fan.call(listSongs))[6];
  if (!song) throw new Error('The band has too few songs.');
  const { page, context, complaints } = await openSettings(fan);

  const email = page.getByLabel('Email');
  expect(await email.inputValue()).toBe(fan.email);
  expect(await email.isEditable()).toBe(false);
  await page.getByText('Shown on leaderboards').waitFor();

  const name = page.getByLabel('Username');
  const save = page.getByRole('button', { name: 'Update Profile' });
  await name.fill('   ');
  await save.click();
  await page.getByText('Username cannot be empty').waitFor();
  await name.fill('Clementine');
  await save.click();
  await readToast(page, 'Error', 'This username is already taken');
  expect(await name.inputValue()).toBe('Clementine');

  await name.fill('juniper of row two');
  await page.getByLabel('Favorite song').fill(song.title);
  await page.getByRole('option', { name: song.title }).first().click();
  await page.getByLabel('Home venue').fill('  The Wick Street Armory ');
  await page.route('**/api/user/profile', async (route) => {
    await page.getByRole('button', { name: 'Updating...' }).waitFor();
    await route.continue();
  });
  await save.click();
  await readToast(page, 'Success', 'Profile updated successfully');
  await page.reload();
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor();
  expect(await name.inputValue()).toBe('juniper of row two');
  await expect.poll(() => page.getByLabel('Favorite song').inputValue()).toBe(song.title);
  expect(await page.getByLabel('Home venue').inputValue()).toBe('The Wick Street Armory');

  await page.getByLabel('Favorite song').fill('');
  await page.keyboard.press('Tab');
  await page.unroute('**/api/user/profile');
  await save.click();
  await readToast(page, 'Success', 'Profile updated successfully');
  expect((await fan.call(getCurrentUser)).favoriteSong).toBeNull();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Welcome back, juniper of row two!' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a new password is checked, ends the other sessions, and empties its fields', async () => {
  const fan = await signUpFan(stage.url, 'hyacinth');
  const { page, context, complaints } = await openSettings(fan);
  const current = page.getByLabel('Current password');
  const next = page.getByLabel('New password', { exact: true });
  const confirm = page.getByLabel('Confirm new password');
  const save = page.getByRole('button', { name: 'Update Password' });

  await current.fill('not my password');
  await next.fill('short');
  expect(await save.isDisabled()).toBe(true);
  await confirm.fill('short');
  await save.click();
  await page.getByText('Password must be at least 8 characters').waitFor();
  await next.fill('eleven paper lanterns');
  await page.getByText('Strong.').waitFor();
  await save.click();
  await page.getByText('Passwords do not match').waitFor();
  await confirm.fill('eleven paper lanterns');
  await save.click();
  await readToast(page, 'Error', 'Current password is incorrect');
  expect(await next.inputValue()).toBe('eleven paper lanterns');

  await current.fill(fan.password);
  await save.click();
  await readToast(page, 'Success', 'Password updated successfully');
  for (const field of [current, next, confirm]) expect(await field.inputValue()).toBe('');
  expect(await save.isDisabled()).toBe(true);
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');
  await page.getByText('This device', { exact: true }).waitFor();
  expect(
    await page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem').count(),
  ).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a session elsewhere is seen and ended', async () => {
  const fan = await signUpFan(stage.url, 'larkspur');
  const { page, context, complaints } = await openSettings(fan);
  const rows = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).textContent()).toContain('This device');

  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await readToast(page, 'Success', 'An unknown device has been signed out');
  await expect.poll(() => rows.count()).toBe(1);
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');

  // One more, signed in behind the page's back: the list is fetched anew when it opens.
  const elsewhere = newPerson(stage.url).in();
  await elsewhere.call(login, { body: { email: fan.email, password: fan.password } });
  await page.getByRole('link', { name: 'About' }).click();
  await page.goBack();
  await rows.nth(1).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the theme is chosen, at once and after a reload', async () => {
  const fan = await signUpFan(stage.url, 'periwinkle');
  const { page, context } = await openSettings(fan);
  const panel = page.getByRole('region', { name: 'Theme' });
  for (const choice of ['Light', 'Dark']) {
    await panel.getByText(choice).click();
    const theme = choice.toLowerCase();
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await page.reload();
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    expect(await panel.getByRole('radio', { name: choice }).isChecked()).toBe(true);
  }
  await context.close();
});

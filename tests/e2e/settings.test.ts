import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getCurrentUser, login } from '#contract/accounts.ts';
import { createClient } from '../../tools/api-client.ts';
import { type Site, test } from './support/journey.ts';
import { predict } from './support/live-show.ts';
import { addShow, type Person, signIn, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';
import { expectToast } from './support/toast.ts';

async function openSettings(site: Site, fan: Person) {
  const visit = await site.visit({ as: fan });
  const { page } = visit;
  await page.goto('/');
  // Wait for React to replace the prerendered sidebar.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  // Content that loads above a control would move it during a click.
  await settled(page);
  return visit;
}

test("a phone folds the settings, and the schedule's link opens the calendar", async ({ site }) => {
  const fan = await signUpFan(site.url, 'houseleek');
  const { page } = await site.visit({ as: fan, isPhone: true });
  await page.goto('/shows');
  await page.getByRole('link', { name: 'Add to your calendar' }).tap();
  const address = page.getByRole('button', { name: 'Create a calendar address' });
  await expect(address).toBeInViewport();
  await settled(page);
  const title = page.getByRole('button', { name: 'Change password' });
  const field = page.getByLabel('Current password');
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toBeHidden();
  await title.tap();
  await expect(field).toBeVisible();
  await title.tap();
  await expect(field).toBeHidden();

  const { page: desktop } = await site.visit({ as: fan });
  await desktop.goto('/settings');
  await expect(desktop.getByLabel('Current password')).toBeVisible();
  await expect(desktop.getByRole('button', { name: 'Create a calendar address' })).toBeVisible();
});

test('a fan changes their profile and sees it after a reload and on other pages', async ({
  site,
  songs: [song],
}) => {
  await signUpFan(site.url, 'clementina');
  const fan = await signUpFan(site.url, 'southernwood');
  const { page } = await openSettings(site, fan);
  await expect(page.getByText('Shown on the leaderboards')).toBeVisible();
  const name = page.getByLabel('Username');
  await name.fill('Clementina');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expectToast(page, 'Error', 'This username is already taken');
  await expect(name).toHaveValue('Clementina');

  await name.fill('southernwood of row two');
  await page.getByLabel('Favorite song').fill(song.title);
  await page.getByRole('option', { name: song.title }).first().click();
  await page.getByLabel('Home venue').fill('  The Wick Street Armory ');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expectToast(page, 'Success', 'Profile updated successfully');
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue('southernwood of row two');
  await expect(page.getByLabel('Favorite song')).toHaveValue(song.title);
  await expect(page.getByLabel('Home venue')).toHaveValue('The Wick Street Armory');

  await settled(page);
  await page.getByLabel('Favorite song').fill('');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expectToast(page, 'Success', 'Profile updated successfully');
  expect((await fan.call(getCurrentUser)).favoriteSong).toBeNull();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(
    page.getByRole('heading', { name: 'Welcome back, southernwood of row two!' }),
  ).toBeVisible();
});

test('a fan sees and ends a session on another device, and a new password ends the others', async ({
  site,
}) => {
  const fan = await signUpFan(site.url, 'lantana');
  const { page } = await openSettings(site, fan);
  const rows = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  await expect(rows.nth(1)).toBeVisible();
  await expect(rows.nth(0)).toContainText('This device');

  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expectToast(page, 'Success', 'An unknown device has been signed out');
  await expect(rows).toHaveCount(1);
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');

  // This sign-in sends the page no event. The list is refetched when the page opens.
  const otherSession = createClient(site.url).startSession();
  await otherSession.call(login, { body: { email: fan.email, password: fan.password } });
  await page.getByRole('link', { name: 'About' }).click();
  await page.goBack();
  await expect(rows.nth(1)).toBeVisible();

  await settled(page);
  await page.getByLabel('Current password').fill(fan.password);
  await page.getByLabel('New password', { exact: true }).fill('eleven paper lanterns');
  await expect(page.getByText('Strong.')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('eleven paper lanterns');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expectToast(page, 'Success', 'Password updated successfully');
  await expect(otherSession.call(getCurrentUser)).rejects.toThrow('401');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('the chosen theme applies immediately and after a reload', async ({ site }) => {
  const fan = await signUpFan(site.url, 'periwinkle');
  const { page } = await openSettings(site, fan);
  const panel = page.getByRole('region', { name: 'Theme' });
  // The page starts with the light theme, so dark comes first: each choice changes the page.
  for (const choice of ['Dark', 'Light']) {
    await panel.getByText(choice).click();
    const theme = choice.toLowerCase();
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeVisible();
    await page.reload();
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeVisible();
    await expect(panel.getByRole('radio', { name: choice })).toBeChecked();
    await settled(page);
  }
});

test('a fan downloads their data, sees what a deletion removes, and deletes their account', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'snapdragon');
  await predict(fan, await addShow(admin, 'The Leaving Hall', 48 * 60), songs.slice(0, 2));
  const { page } = await openSettings(site, fan);
  const panel = page.getByRole('region', { name: 'Your data' });
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download your data' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('The Leaving Hall');

  await panel.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account permanently?' });
  await expect(dialog).toContainText('Your account and 1 prediction will be permanently deleted');
  const submit = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel('Password', { exact: true }).fill('a guess');
  await submit.click();
  await expectToast(page, 'Error', 'Current password is incorrect');
  await dialog.getByLabel('Password', { exact: true }).fill(fan.password);
  await submit.click();
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');
});

test('a fan adds a passkey, signs in with it, and removes it', async ({ site }) => {
  const fan = await signUpFan(site.url, 'fogfruit');
  const { page, context, panel } = await addPasskey(site, fan, 'The blue key');

  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'Welcome back!', "You've successfully signed in.");
  await expect(page.getByRole('heading', { name: 'Welcome back, fogfruit!' })).toBeVisible();
  await page.goto('/settings');
  await panel.getByRole('button', { name: 'Remove The blue key' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expectToast(page, 'Success', 'Passkey removed');
  await expect(panel.getByRole('listitem')).toHaveCount(0);
});

test('a passkey confirms the deletion of an account instead of the password', async ({ site }) => {
  const fan = await signUpFan(site.url, 'monkshood');
  const { page } = await addPasskey(site, fan, 'The grey key');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account permanently?' });
  await expect(dialog).toContainText('Your account will be permanently deleted');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  await expect(fan.call(getCurrentUser)).rejects.toThrow('401');
});

async function addPasskey(site: Site, fan: Person, name: string) {
  // WebAuthn doesn't accept an IP address as the host.
  const baseURL = site.url.replace('127.0.0.1', 'localhost');
  const { page, context } = await site.visit({ baseURL });
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal' } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    automaticPresenceSimulation: true,
  };
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  await page.goto('/login');
  await signIn(page, fan);
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'Passkeys' });
  await settled(page);
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Password', { exact: true }).fill(fan.password);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToast(page, 'Success', 'Passkey added');
  await expect(panel.getByText('not used yet')).toBeVisible();
  return { page, context, panel };
}

import { expect } from '@playwright/test';
import { updateProfile } from '#contract/accounts.ts';
import { deleteShow, listShows } from '#contract/shows.ts';
import { deleteSong } from '#contract/songs.ts';
import { checkBarriers } from '../support/barriers.ts';
import { seeFallback } from '../support/fallback.ts';
import { test } from '../support/journey.ts';
import { holdCall } from '../support/network.ts';
import { signUpFan } from '../support/people.ts';
import { seeText, seeWithin } from '../support/see-text.ts';
import { readToast } from '../support/toast.ts';

test.use({ ownProduct: true });

test.describe('Admin Panel', () => {
  test('Users: who is there, found by name or address', async ({ stage, admin }) => {
    const fan = await signUpFan(stage.url, 'mandrake');
    await fan.call(updateProfile, { body: { homeVenue: 'The Wick Street Armory' } });
    const { page } = await stage.visit({ as: admin });
    await page.goto('/admin?tab=users');
    await seeText(page, '2 users');
    await checkBarriers(page, 'admin: Users');
    await expect(page.getByRole('columnheader')).toHaveText([
      ...['Username', 'Email', 'Points', 'Games', 'Average Score', 'Role'],
      ...['Favorite Song', 'Home Venue'],
    ]);
    const row = page.getByRole('row').filter({ hasText: fan.email });
    await seeText(row, 'User');
    await seeText(page.getByRole('row').filter({ hasText: admin.email }), 'Admin');
    await expect(row.getByRole('cell', { name: 'The Wick Street Armory' })).toBeVisible();
    await expect(row.getByRole('cell', { name: '0.0', exact: true })).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search users' });
    for (const text of ['MANDRAKE', fan.email]) {
      await search.fill(text);
      await expect(page.getByText('1 user of 2')).toBeVisible();
    }
    await search.fill('nobody');
    await seeText(page, 'No users found matching the search text');
  });

  test('Setup: says what it brings, and that it is safe to run again', async ({ stage, admin }) => {
    const { page } = await stage.visit({ as: admin });
    await page.goto('/admin?tab=setup');
    await seeWithin(page, '207 songs');
    await seeWithin(page, '58 users from the old site');
    await expect(page.getByText('It is safe to run again')).toHaveCount(2);
    await checkBarriers(page, 'admin: Setup');
  });

  test('Setup: Initialize Database brings what is missing, and nothing twice', async ({
    stage,
    admin,
    songs: [song],
  }) => {
    const [show] = await admin.call(listShows);
    await admin.call(deleteSong, { params: { id: song?.id ?? '' } });
    await admin.call(deleteShow, { params: { id: show?.id ?? '' } });
    const { page } = await stage.visit({ as: admin });
    await page.goto('/admin?tab=setup');
    const initialize = page.getByRole('button', { name: 'Initialize Database' });
    await seeFallback(page, {
      method: 'POST',
      path: '**/api/admin/initialize',
      act: () => initialize.click(),
      fallback: 'Failed to initialize database',
    });
    for (const sentence of ['Imported 1 songs and 1 shows', 'Imported 0 songs and 0 shows']) {
      await initialize.click();
      await readToast(page, 'Success', sentence);
    }
  });

  test('Setup: Import Users wants a temporary password of 8, and imports nobody twice', async ({
    stage,
    admin,
  }) => {
    const { page } = await stage.visit({ as: admin });
    await page.goto('/admin?tab=setup');
    const importUsers = page.getByRole('button', { name: 'Import Users' });
    const password = page.getByLabel('Temporary password', { exact: true });
    await expect(password).not.toHaveValue('');
    await expect(importUsers).toBeEnabled();
    await password.fill('seven77');
    await expect(importUsers).toBeDisabled();
    await password.fill('eight888');
    await expect(importUsers).toBeEnabled();
    await seeFallback(page, {
      method: 'POST',
      path: '**/api/admin/import-users',
      act: () => importUsers.click(),
      fallback: 'Failed to import users',
    });
    for (const sentence of ['Imported 58 users (0 skipped)', 'Imported 0 users (58 skipped)']) {
      await importUsers.click();
      await readToast(page, 'Success', sentence);
    }
  });
});

test.describe('Account Settings', () => {
  test('the email cannot be edited, and the username cannot be empty', async ({ stage }) => {
    const fan = await signUpFan(stage.url, 'hydrangea');
    const { page } = await stage.visit({ as: fan });
    await page.goto('/settings');
    await expect(page.getByLabel('Email')).toHaveValue(fan.email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await checkBarriers(page, 'settings');
    for (const blank of ['', '   ']) {
      await page.getByLabel('Username').fill(blank);
      await page.getByRole('button', { name: 'Update Profile' }).click();
      await seeText(page, 'Username cannot be empty');
      await page.getByLabel('Username').fill('hydrangea two');
      await expect(page.getByText('Username cannot be empty')).toHaveCount(0);
    }
  });

  test('a profile with a favourite of the list and a venue in free text is saved', async ({
    stage,
    songs,
  }) => {
    const fan = await signUpFan(stage.url, 'larch');
    const { page } = await stage.visit({ as: fan });
    await page.goto('/settings');
    await page.getByLabel('Username').fill('larch two');
    await page.getByLabel('Favorite song').fill(songs[4]?.title ?? '');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.getByLabel('Home venue').fill('Wherever the lamps are');
    const save = page.getByRole('button', { name: 'Update Profile' });
    await seeFallback(page, {
      method: updateProfile.method,
      path: '**/api/user/profile',
      act: () => save.click(),
      fallback: 'Failed to update profile',
    });
    await expect(page.getByLabel('Username')).toHaveValue('larch two');
    const release = await holdCall(page, updateProfile);
    await save.click();
    await seeText(page, 'Updating...');
    release();
    await readToast(page, 'Success', 'Profile updated successfully');
  });

  test('a new password takes all three fields, 8 characters and the current one', async ({
    stage,
  }) => {
    const fan = await signUpFan(stage.url, 'forsythia');
    const { page } = await stage.visit({ as: fan });
    await page.goto('/settings');
    const current = page.getByLabel('Current password');
    const next = page.getByLabel('New password', { exact: true });
    const confirm = page.getByLabel('Confirm new password');
    const change = page.getByRole('button', { name: 'Update Password' });
    for (const [field, typed] of [
      [current, fan.password],
      [next, 'seven77'],
      [confirm, 'seven77'],
    ] as const) {
      await expect(change).toBeDisabled();
      await field.fill(typed);
    }
    await change.click();
    await seeText(page, 'Password must be at least 8 characters');
    await next.fill('eight888');
    await change.click();
    await seeText(page, 'Passwords do not match');
    await confirm.fill('eight888');
    await seeFallback(page, {
      method: 'PATCH',
      path: '**/api/user/password',
      act: () => change.click(),
      fallback: 'Failed to update password',
    });
    await current.fill('not my password');
    await change.click();
    await readToast(page, 'Error', 'Current password is incorrect');
    await expect(confirm).toHaveValue('eight888');
    await current.fill(fan.password);
    await change.click();
    await readToast(page, 'Success', 'Password updated successfully');
    for (const field of [current, next, confirm]) await expect(field).toHaveValue('');
  });
});

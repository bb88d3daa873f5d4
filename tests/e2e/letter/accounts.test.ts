import { beforeAll, expect, test } from 'vitest';
import { updateProfile } from '#contract/accounts.ts';
import { deleteShow, listShows } from '#contract/shows.ts';
import { deleteSong, listSongs } from '#contract/songs.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { ACCOUNT_SETTINGS, ADMIN_SETUP, ADMIN_USERS } from './accounts.lines.ts';
import { openChecklist } from './checklist.ts';
import { holdCall } from './network.ts';
import { seeFallback, seeOutcome } from './outcomes.ts';

const stage = openStage();
let admin: Person;
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
});

async function openAs(person: Person, path: string): Promise<Visit> {
  const visit = await stage.visit();
  await signInByForm(visit.page, person);
  await visit.page.goto(path);
  return visit;
}

async function end({ context, complaints }: Visit) {
  expect(complaints).toEqual([]);
  await context.close();
}

test('the Admin Panel on who is there, and who comes over from the old site', async () => {
  const users = openChecklist(ADMIN_USERS);
  const fan = await signUpFan(stage.url, 'marigold');
  await fan.call(updateProfile, { body: { homeVenue: 'The Wick Street Armory' } });
  const visit = await openAs(admin, '/admin?tab=users');
  const { page } = visit;
  await users.see(page, '2 users');
  users.tick((await page.getByRole('columnheader').allTextContents()).join(', '));
  const row = page.getByRole('row').filter({ hasText: fan.email });
  await users.see(row, 'User');
  await users.see(page.getByRole('row').filter({ hasText: admin.email }), 'Admin');
  await row.getByRole('cell', { name: 'The Wick Street Armory' }).waitFor();
  await row.getByRole('cell', { name: '0.0', exact: true }).waitFor();
  users.tick('average score with one decimal');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  for (const text of ['MARIGOLD', fan.email]) {
    await search.fill(text);
    await page.getByText('1 user of 2').waitFor();
  }
  users.tick('found by username or email');
  await search.fill('nobody');
  await users.see(page, 'No users found matching the search text');
  users.expectAllTicked();

  const list = openChecklist(ADMIN_SETUP);
  const [song] = await admin.call(listSongs);
  const [show] = await admin.call(listShows);
  if (!song || !show) throw new Error('The band brought nothing along.');
  await admin.call(deleteSong, { params: { id: song.id } });
  await admin.call(deleteShow, { params: { id: show.id } });
  await page.getByRole('tab', { name: 'Setup' }).click();
  await list.seeWithin(page, '207 songs');
  await list.seeWithin(page, '58 users from the old site');
  await list.seeWithin(page, 'It is safe to run again');
  expect(await page.getByText('It is safe to run again').count()).toBe(2);
  const initialize = page.getByRole('button', { name: 'Initialize Database' });
  const importUsers = page.getByRole('button', { name: 'Import Users' });
  await seeFallback(list, page, {
    method: 'POST',
    path: '**/api/admin/initialize',
    act: () => initialize.click(),
    fallback: 'Failed to initialize database',
  });
  for (const sentence of ['Imported 1 songs and 1 shows', 'Imported 0 songs and 0 shows']) {
    await initialize.click();
    await seeOutcome(list, page, 'Success', sentence);
  }

  const password = page.getByLabel('Temporary password', { exact: true });
  expect(await password.inputValue()).not.toBe('');
  expect(await importUsers.isEnabled()).toBe(true);
  list.tick('a default password');
  await password.fill('seven77');
  expect(await importUsers.isDisabled()).toBe(true);
  await password.fill('eight888');
  expect(await importUsers.isEnabled()).toBe(true);
  list.tick('Import Users is disabled below 8 characters');
  await seeFallback(list, page, {
    method: 'POST',
    path: '**/api/admin/import-users',
    act: () => importUsers.click(),
    fallback: 'Failed to import users',
  });
  for (const sentence of ['Imported 58 users (0 skipped)', 'Imported 0 users (58 skipped)']) {
    await importUsers.click();
    await seeOutcome(list, page, 'Success', sentence);
  }
  await end(visit);
  list.expectAllTicked();
}, 90_000);

test('Account Settings: the profile, and a new password', async () => {
  const list = openChecklist(ACCOUNT_SETTINGS);
  const fan = await signUpFan(stage.url, 'hyacinth');
  const song = (await fan.call(listSongs))[4];
  if (!song) throw new Error('The band has too few songs.');
  const visit = await openAs(fan, '/settings');
  const { page } = visit;

  const email = page.getByLabel('Email');
  expect(await email.inputValue()).toBe(fan.email);
  expect(await email.isEditable()).toBe(false);
  list.tick('the email cannot be edited');
  const username = page.getByLabel('Username');
  const save = page.getByRole('button', { name: 'Update Profile' });
  for (const blank of ['', '   ']) {
    await username.fill(blank);
    await save.click();
    await list.see(page, 'Username cannot be empty');
    await username.fill('hyacinth two');
    await page.getByText('Username cannot be empty').waitFor({ state: 'detached' });
  }
  await page.getByLabel('Favorite song').fill(song.title);
  await page.getByRole('listbox').getByRole('option').first().click();
  list.tick('the song list fills the dropdown of favourite songs');
  await page.getByLabel('Home venue').fill('Wherever the lamps are');
  list.tick('home venue in free text');
  await seeFallback(list, page, {
    method: updateProfile.method,
    path: '**/api/user/profile',
    act: () => save.click(),
    fallback: 'Failed to update profile',
  });
  expect(await username.inputValue()).toBe('hyacinth two');
  const release = await holdCall(page, updateProfile);
  await save.click();
  await list.see(page, 'Updating...');
  await release();
  await seeOutcome(list, page, 'Success', 'Profile updated successfully');

  const current = page.getByLabel('Current password');
  const next = page.getByLabel('New password', { exact: true });
  const confirm = page.getByLabel('Confirm new password');
  const change = page.getByRole('button', { name: 'Update Password' });
  for (const [field, typed] of [
    [current, fan.password],
    [next, 'seven77'],
    [confirm, 'seven77'],
  ] as const) {
    expect(await change.isDisabled()).toBe(true);
    await field.fill(typed);
  }
  list.tick('disabled until all three are filled');
  await change.click();
  await list.see(page, 'Password must be at least 8 characters');
  await next.fill('eight888');
  await change.click();
  await list.see(page, 'Passwords do not match');
  await confirm.fill('eight888');
  await seeFallback(list, page, {
    method: 'PATCH',
    path: '**/api/user/password',
    act: () => change.click(),
    fallback: 'Failed to update password',
  });
  await current.fill('not my password');
  await change.click();
  await seeOutcome(list, page, 'Error', 'Current password is incorrect');
  expect(await confirm.inputValue()).toBe('eight888');
  await current.fill(fan.password);
  await change.click();
  await seeOutcome(list, page, 'Success', 'Password updated successfully');
  for (const field of [current, next, confirm]) expect(await field.inputValue()).toBe('');
  list.tick('a success clears all three');
  await end(visit);
  list.expectAllTicked();
}, 90_000);

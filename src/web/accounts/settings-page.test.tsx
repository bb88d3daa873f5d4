import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCredentials } from '#contract/account-links.ts';
import { updatePassword, updateProfile } from '#contract/accounts.ts';
import { listApiTokens } from '#contract/api-tokens.ts';
import { listBlocks, unblockFan } from '#contract/blocks.ts';
import { getCalendarLink } from '#contract/calendar.ts';
import { getNotificationSettings } from '#contract/notifications.ts';
import { listSongs } from '#contract/songs.ts';
import { listSessions } from '#contract/user-sessions.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { EVERY_NOTIFICATION, FAN, sampleSong } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openSettings() {
  const site = createTestSite();
  site.respond(getNotificationSettings, EVERY_NOTIFICATION);
  site.respond(getCredentials, { isEmailVerified: true, sendsMail: true, passkeys: [] });
  site.respond(listSessions, []);
  site.respond(getCalendarLink, () => undefined);
  site.respond(listApiTokens, []);
  site.respond(listSongs, [sampleSong(1, { title: 'Ember' })]);
  await site.open('/settings', FAN);
  return site;
}

const findField = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });

test('makes the email read-only and rejects an empty username', async () => {
  const site = await openSettings();
  expect(findField('Email').value).toBe(FAN.email);
  expect(findField('Email').readOnly).toBe(true);
  screen.getByText('Shown on the leaderboards.');
  for (const blank of ['', '   ']) {
    site.fill(findField('Username'), blank);
    await site.user.click(screen.getByRole('button', { name: 'Update profile' }));
    await screen.findByText('Username cannot be empty');
    site.fill(findField('Username'), 'madder two');
    await act(async () => {});
    expect(screen.queryByText('Username cannot be empty')).toBeNull();
  }
});

test('saves the profile and which fields it shows', async () => {
  const site = await openSettings();
  site.fill(findField('Username'), 'madder two');
  await site.user.click(screen.getByRole('combobox', { name: 'Favorite song' }));
  await site.user.click(await screen.findByRole('option', { name: 'Ember' }));
  site.fill(findField('Home venue'), 'Wherever the lamps are');
  site.fill(screen.getByRole('textbox', { name: 'Bio' }), 'Front row.\nSince 1994.');
  site.fill(screen.getByRole('textbox', { name: 'Location' }), 'Ghent');
  const shown = screen.getByRole('group', { name: 'Shown on your fan page' });
  for (const name of ['Venue', 'Location', 'Venue'])
    await site.user.click(within(shown).getByRole('checkbox', { name }));
  const save = () => site.user.click(screen.getByRole('button', { name: 'Update profile' }));
  await site.expectFallback(updateProfile, save, 'Failed to update profile');
  expect(findField('Username').value).toBe('madder two');
  const profile = {
    ...{ username: 'madder two', favoriteSong: 'Ember', homeVenue: 'Wherever the lamps are' },
    ...{ bio: 'Front row.\nSince 1994.', location: 'Ghent' },
    hiddenFields: ['location' as const],
  };
  site.respond(updateProfile, { ...FAN, ...profile });
  const release = site.holdResponse(updateProfile);
  await save();
  screen.getByRole('button', { name: 'Updating...' });
  await release();
  await site.expectToast('Success', 'Profile updated successfully');
  expect(site.listCalls(updateProfile).at(-1)?.body).toEqual(profile);
});

test('keeps sheets private with a switch, and shows an error if that fails', async () => {
  const site = await openSettings();
  const toggle = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Keep my sheets/ });
  expect(toggle().checked).toBe(false);
  const click = () => site.user.click(toggle());
  await site.expectFallback(updateProfile, click, 'Failed to save your choice');
  expect(toggle().checked).toBe(false);
  site.respond(updateProfile, { ...FAN, hasPrivateSheets: true });
  await click();
  expect(site.listCalls(updateProfile).at(-1)?.body).toEqual({ hasPrivateSheets: true });
});

test('requires all three fields, 8 characters and the current password', async () => {
  const site = await openSettings();
  const names = ['Current password', 'New password', 'Confirm new password'] as const;
  const [current, next, confirm] = names;
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Update password' });
  const submit = () => site.user.click(button);
  for (const [name, value] of [
    [current, 'front row'],
    [next, 'seven77'],
    [confirm, 'seven77'],
  ] as const) {
    expect(button.disabled).toBe(true);
    site.fill(findField(name), value);
  }
  await submit();
  await screen.findByText('Password must be at least 8 characters');
  site.fill(findField(next), 'eight888');
  await submit();
  await screen.findByText('Passwords do not match');
  site.fill(findField(confirm), 'eight888');
  await site.expectFallback(updatePassword, submit, 'Failed to update password');
  site.reject(updatePassword, 'Current password is incorrect');
  await submit();
  await site.expectToast('Error', 'Current password is incorrect');
  expect(findField(confirm).value).toBe('eight888');
  site.respond(updatePassword, FAN);
  await submit();
  await site.expectToast('Success', 'Password updated successfully');
  for (const name of names) expect(findField(name).value).toBe('');
});

test('lists the blocked fans and unblocks one', async () => {
  const site = await openSettings();
  const blockedAt = '2030-01-01T12:00:00.000Z';
  const fans = [
    { userId: sampleSongId(1), username: 'wren', blockedAt },
    { userId: sampleSongId(2), username: 'kestrel', blockedAt },
  ];
  site.respond(listBlocks, fans);
  await site.user.click(screen.getByRole('button', { name: 'Show blocked fans' }));
  const list = within(await screen.findByRole('list', { name: 'Blocked fans' }));
  site.respond(unblockFan, undefined, 'block');
  site.respond(listBlocks, fans.slice(1));
  await site.user.click(list.getByRole('button', { name: 'Unblock wren' }));
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('kestrel'),
  ]);
  site.respond(listBlocks, []);
  await site.user.click(list.getByRole('button', { name: 'Unblock kestrel' }));
  list.getByText("You haven't blocked anyone.");
  expect(site.listCalls(unblockFan)).toHaveLength(2);
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCredentials } from '#contract/account-links.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts';
import { createCalendarLink, getCalendarLink, revokeCalendarLink } from '#contract/calendar.ts';
import { getNotificationSettings } from '#contract/notifications.ts';
import { listSongs } from '#contract/songs.ts';
import { listSessions } from '#contract/user-sessions.ts';
import { EVERY_NOTIFICATION, FAN } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

const TOKEN = {
  id: '5a1c3d1e-0000-4000-8000-000000000001',
  name: 'Setlist bot',
  scopes: ['read', 'predict'] as ('read' | 'predict')[],
  createdAt: '2026-05-01T12:00:00.000Z',
  expiresAt: '2036-05-01T12:00:00.000Z',
  lastUsedAt: null,
};
const LINK = {
  url: 'https://site.example/calendar/abc/shows.ics',
  createdAt: '2026-05-01T12:00:00.000Z',
};

async function openSettings() {
  const site = createTestSite();
  site.respond(getNotificationSettings, EVERY_NOTIFICATION);
  site.respond(getCredentials, { isEmailVerified: true, sendsMail: true, passkeys: [] });
  site.respond(listSessions, []);
  site.respond(listSongs, []);
  let tokens: (typeof TOKEN)[] = [];
  let link: typeof LINK | undefined;
  site.respond(listApiTokens, () => tokens);
  site.respond(getCalendarLink, () => link);
  const addToken = () => {
    tokens = [TOKEN];
    return { ...TOKEN, token: 'calledit_secret' };
  };
  const removeToken = () => {
    tokens = [];
    return undefined;
  };
  site.respond(createApiToken, addToken, 'sessions');
  site.respond(revokeApiToken, removeToken, 'sessions');
  site.respond(createCalendarLink, () => {
    link = LINK;
    return LINK;
  });
  site.respond(revokeCalendarLink, () => {
    link = undefined;
    return undefined;
  });
  await site.open('/settings', FAN);
  return site;
}

test('shows a new token once, and keeps the focus after a confirmed revocation', async () => {
  const { user, fill } = await openSettings();
  await user.click(await screen.findByRole('button', { name: 'Create an API token' }));
  fill(screen.getByLabelText('Name'), 'Setlist bot');
  await user.click(screen.getByLabelText('Predict'));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Your new API token');
  expect(field.value).toBe('calledit_secret');
  const list = await screen.findByRole('list', { name: 'Your API tokens' });
  within(list).getByText('Read, Predict');
  await user.click(within(list).getByRole('button', { name: 'Revoke Setlist bot' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }));
  await waitFor(() => expect(screen.queryByText('Setlist bot')).toBeNull());
  expect(screen.queryByLabelText('Your new API token')).toBeNull();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('creates a calendar address, and revokes it after a confirmation', async () => {
  const { user } = await openSettings();
  await user.click(await screen.findByRole('button', { name: 'Create a calendar address' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Your calendar address');
  expect(field.value).toBe(LINK.url);
  expect(screen.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toBe(
    'webcal://site.example/calendar/abc/shows.ics',
  );
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke address' }));
  await screen.findByRole('button', { name: 'Create a calendar address' });
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

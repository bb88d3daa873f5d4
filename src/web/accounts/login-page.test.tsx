import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSignInMethods, requestSignInLink } from '#contract/account-links.ts';
import { login } from '#contract/accounts.ts';
import { getMyGlobalRow } from '#contract/leaderboards.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const findField = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const findSignInButton = () => screen.getByRole('button', { name: 'Sign In' });

async function openLogin() {
  const site = createTestSite();
  await site.open('/login');
  return site;
}

test('shows validation errors for the typed values', async () => {
  const site = await openLogin();
  const { user } = site;
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Create an account' })).toHaveProperty(
    'pathname',
    '/signup',
  );
  await user.click(findSignInButton());
  await screen.findByText('Invalid email address');
  screen.getByText('Password is required');
  site.fill(findField('Email'), 'matgrass at example');
  site.fill(findField('Password'), 'a guess');
  await user.click(findSignInButton());
  screen.getByText('Invalid email address');
  expect(screen.queryByText('Password is required')).toBeNull();
});

test("shows a pending button, then the server's error", async () => {
  const site = await openLogin();
  site.reject(login, 'Invalid email or password', 401);
  site.fill(findField('Email'), FAN.email);
  site.fill(findField('Password'), 'a guess');
  const release = site.holdResponse(login);
  await site.user.click(findSignInButton());
  expect(screen.getByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
  await release();
  await site.expectToast('Login failed', 'Invalid email or password');
  site.reject(login, 'Too many attempts.', 429);
  await site.user.click(findSignInButton());
  await site.expectToast('Login failed', 'Too many attempts.');
  site.failWithNetworkError(login);
  await site.user.click(findSignInButton());
  await site.expectToast('Login failed', 'Invalid email or password');
});

test('welcomes the fan and opens the dashboard', async () => {
  const site = await openLogin();
  site.respond(login, FAN);
  site.fill(findField('Email'), FAN.email);
  site.fill(findField('Password'), 'front row');
  await site.user.click(findSignInButton());
  await site.expectToast('Welcome back!', "You've successfully signed in.");
  expect(site.listCalls(login).map(({ body }) => body)).toEqual([
    { email: FAN.email, password: 'front row' },
  ]);
  expect(location.pathname).toBe('/');
});

test("clears the previous fan's cached data on sign-in", async () => {
  const site = await openLogin();
  const rowKey = buildQueryKey(getMyGlobalRow);
  site.cache.setQueryData(rowKey, { username: 'previous fan' });
  site.respond(login, FAN);
  site.fill(findField('Email'), FAN.email);
  site.fill(findField('Password'), 'front row');
  await site.user.click(findSignInButton());
  await site.expectToast('Welcome back!', "You've successfully signed in.");
  expect(site.cache.getQueryData(rowKey)).toBeUndefined();
});

const findLinkButton = () => screen.getByRole('button', { name: 'Email me a sign-in link' });

test('sends a sign-in link to the typed address without a password', async () => {
  const site = createTestSite();
  site.respond(getSignInMethods, { byEmailLink: true });
  await site.open('/login');
  await site.user.click(findLinkButton());
  await screen.findByText('Invalid email address');
  expect(screen.queryByText('Password is required')).toBeNull();
  site.respond(requestSignInLink, undefined);
  site.fill(findField('Email'), FAN.email);
  await site.user.click(findLinkButton());
  await screen.findByText(/If this address has an account, a link is on its way/);
  expect(site.listCalls(requestSignInLink).map(({ body }) => body)).toEqual([{ email: FAN.email }]);
  site.reject(requestSignInLink, 'Too many sign-in links were requested.', 429);
  await site.user.click(findLinkButton());
  await site.expectToast('Failed to send the link', 'Too many sign-in links were requested.');
  expect(screen.queryByText(/a link is on its way/)).toBeNull();
});

test("doesn't offer a sign-in link if the site can't send email", async () => {
  await openLogin();
  expect(screen.queryByRole('button', { name: 'Email me a sign-in link' })).toBeNull();
});

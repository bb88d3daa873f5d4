import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LINK_EXPIRED, signInByLink } from '#contract/account-links.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const TOKEN = 'x'.repeat(43);
const findSignInButton = () => screen.getByRole('button', { name: 'Sign In' });

test('signs in with an emailed link after a click and opens the dashboard', async () => {
  const site = createTestSite();
  await site.open(`/sign-in-link#${TOKEN}`);
  // A mail scanner opens the page without clicking, and must not use up the link.
  expect(site.listCalls(signInByLink)).toEqual([]);
  site.respond(signInByLink, FAN);
  await site.user.click(findSignInButton());
  await site.expectToast('Welcome back!', "You've successfully signed in.");
  expect(site.listCalls(signInByLink).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  expect(location.pathname).toBe('/');
});

test('shows that a link has expired, and links back to the login page', async () => {
  const site = createTestSite();
  await site.open(`/sign-in-link#${TOKEN}`);
  site.reject(signInByLink, LINK_EXPIRED, 400);
  await site.user.click(findSignInButton());
  await screen.findByText(LINK_EXPIRED, { selector: 'p' });
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveProperty(
    'pathname',
    '/login',
  );
});

test('shows an error without a token', async () => {
  await createTestSite().open('/sign-in-link');
  screen.getByText(LINK_EXPIRED);
});

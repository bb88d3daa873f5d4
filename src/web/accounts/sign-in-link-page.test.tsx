import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LINK_EXPIRED, signInByLink } from '#contract/account-links.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

const TOKEN = 'x'.repeat(43);
const signIn = () => screen.getByRole('button', { name: 'Sign In' });

test('a mailed link signs in by a press, and leads to the start', async () => {
  const site = testSite();
  await site.open(`/sign-in-link#${TOKEN}`);
  // A mail scanner opens the page without pressing, and must not use up the link.
  expect(site.callsOf(signInByLink)).toEqual([]);
  site.answer(signInByLink, FAN);
  await site.user.click(signIn());
  await site.readToast('Welcome back!', "You've successfully signed in.");
  expect(site.callsOf(signInByLink).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
  expect(location.pathname).toBe('/');
});

test('a link that is over says so, and leads back to the sign-in', async () => {
  const site = testSite();
  await site.open(`/sign-in-link#${TOKEN}`);
  site.refuse(signInByLink, LINK_EXPIRED, 400);
  await site.user.click(signIn());
  await screen.findByText(LINK_EXPIRED, { selector: 'p' });
  expect(screen.getByRole('link', { name: 'Back to the sign-in' })).toHaveProperty(
    'pathname',
    '/login',
  );
});

test('the page without a link says so', async () => {
  await testSite().open('/sign-in-link');
  screen.getByText(LINK_EXPIRED);
});

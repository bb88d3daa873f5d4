import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { listShows } from '#contract/shows.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test('sets the document title to the page title', async () => {
  const site = createTestSite();
  await site.openWithFrame('/Contact/', FAN);
  expect(document.title).toBe('Contact · Called It');
});

test.each([
  ['a visitor', null],
  ['a fan', FAN],
])('shows %s a not-found page with a link to the home page', async (_, user) => {
  const site = createTestSite();
  await site.openWithFrame('/no/such/page', user);
  screen.getByRole('heading', { level: 1, name: 'Not on the setlist' });
  const start = screen.getByRole('link', { name: 'Go to the home page' });
  expect(start.getAttribute('href')).toBe('/');
  expect(screen.queryByRole('navigation', { name: 'Main' }) !== null).toBe(user !== null);
});

test('keeps the fragment of an emailed link through the sign-in', async () => {
  const site = createTestSite();
  await site.openWithFrame('/settings#notifications', null);
  await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  expect(new URLSearchParams(location.search).get('next')).toBe('/settings#notifications');
});

test('shows a skeleton while the session loads', async () => {
  const site = createTestSite();
  site.respond(listShows, []);
  site.respond(getCurrentUser, FAN);
  const release = site.holdResponse(getCurrentUser);
  await site.openWithFrame('/shows');
  screen.getByText('Loading the page');
  expect(screen.queryByRole('heading')).toBeNull();
  await release();
  await screen.findByRole('heading', { level: 1, name: 'Show Schedule' });
});

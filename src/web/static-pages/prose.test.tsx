import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BAND, FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

/** The part of a page under a heading. */
function partOf(name: string) {
  const part = screen.getByRole('heading', { level: 2, name }).closest('section');
  if (!part) throw new Error(`${name} is no part`);
  return within(part);
}

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('About says what this is, in five parts', async () => {
  const site = testSite();
  await site.open('/about');
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    ...['Our mission', 'How it works', 'Community', 'Donation support', 'Disclaimer'],
  ]);
  partOf('Our mission').getByText(new RegExp(BAND.tagline));
  const steps = partOf('How it works').getAllByRole('heading', { level: 3 });
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    ...['Make a prediction', 'Watch the show', 'Earn points', 'Climb the leaderboard'],
  ]);
  partOf('Donation support').getByText('Coming Soon');
  expect(hrefOf(`${BAND.donationEmail}`)).toBe(`mailto:${BAND.donationEmail}`);
  partOf('Disclaimer').getByText(/independent fan site.* not affiliated with/);
});

test('Contact gives the addresses, the forums and three networks', async () => {
  const site = testSite();
  await site.open('/contact');
  partOf('General').getByRole('link', { name: BAND.contactEmail });
  expect(hrefOf(BAND.contactEmail)).toBe(`mailto:${BAND.contactEmail}`);
  expect(partOf('Forums').getByRole('link').getAttribute('href')).toBe('/forums');
  const networks = partOf('Social').getAllByRole<HTMLAnchorElement>('link');
  expect(networks.map(({ href, target }) => [href, target])).toEqual(
    BAND.socialLinks.map(({ url }) => [url, '_blank']),
  );
  expect(networks).toHaveLength(3);
  expect(hrefOf(BAND.bugReportEmail)).toBe(`mailto:${BAND.bugReportEmail}`);
});

test('Donate says that it is to come, with an address and no way to pay', async () => {
  const site = testSite();
  await site.open('/donate', FAN);
  screen.getByText('Coming Soon');
  expect(hrefOf(`${BAND.donationEmail}`)).toBe(`mailto:${BAND.donationEmail}`);
  expect(screen.getByRole('main').querySelector('form, input, button, iframe')).toBeNull();
});

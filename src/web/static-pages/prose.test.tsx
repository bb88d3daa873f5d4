import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BAND, FAN } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

function sectionOf(name: string) {
  const section = screen.getByRole('heading', { level: 2, name }).closest('section');
  if (!section) throw new Error(`${name} is not a section heading`);
  return within(section);
}

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('shows the five sections of About', async () => {
  const site = testSite();
  await site.open('/about');
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual([...['Our mission', 'How it works', 'Community', 'Donation support', 'Disclaimer']]);
  sectionOf('Our mission').getByText(new RegExp(BAND.tagline));
  const steps = sectionOf('How it works').getAllByRole('heading', { level: 3 });
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    ...['Make a prediction', 'Watch the show', 'Earn points', 'Climb the leaderboard'],
  ]);
  sectionOf('Donation support').getByText('Coming Soon');
  expect(hrefOf(`${BAND.donationEmail}`)).toBe(`mailto:${BAND.donationEmail}`);
  sectionOf('Disclaimer').getByText(/independent fan site.* not affiliated with/);
});

test('shows the addresses, the forums and three networks on Contact', async () => {
  const site = testSite();
  await site.open('/contact');
  sectionOf('General').getByRole('link', { name: BAND.contactEmail });
  expect(hrefOf(BAND.contactEmail)).toBe(`mailto:${BAND.contactEmail}`);
  expect(sectionOf('Forums').getByRole('link').getAttribute('href')).toBe('/forums');
  const networks = sectionOf('Social').getAllByRole<HTMLAnchorElement>('link');
  expect(networks.map(({ href, target }) => [href, target])).toEqual(
    BAND.socialLinks.map(({ url }) => [url, '_blank']),
  );
  expect(networks).toHaveLength(3);
  expect(hrefOf(BAND.bugReportEmail)).toBe(`mailto:${BAND.bugReportEmail}`);
});

test('says on Donate that donations are coming soon, with an address and no payment form', async () => {
  const site = testSite();
  await site.open('/donate', FAN);
  screen.getByText('Coming Soon');
  expect(hrefOf(`${BAND.donationEmail}`)).toBe(`mailto:${BAND.donationEmail}`);
  expect(screen.getByRole('main').querySelector('form, input, button, iframe')).toBeNull();
});

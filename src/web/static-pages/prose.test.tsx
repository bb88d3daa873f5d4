import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACHIEVEMENTS } from '#contract/achievements.ts';
import { BAND, FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

function findSection(name: string) {
  const section = screen.getByRole('heading', { level: 2, name }).closest('section');
  if (!section) throw new Error(`${name} is not a section heading`);
  return within(section);
}

const linkHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('shows the five sections of About', async () => {
  const site = createTestSite();
  await site.open('/about');
  expect(
    within(screen.getByRole('article'))
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.textContent),
  ).toEqual([...['Our mission', 'How it works', 'Community', 'Donation support', 'Disclaimer']]);
  findSection('Our mission').getByText(new RegExp(BAND.bandName));
  const steps = findSection('How it works').getAllByRole('heading', { level: 3 });
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    ...['Make a prediction', 'Watch the show', 'Earn points', 'Climb the leaderboard'],
  ]);
  const points = findSection('How it works').getAllByText(/points:$/);
  expect(points.map(({ textContent }) => Number.parseInt(`${textContent}`, 10))).toEqual([
    41, 27, 10,
  ]);
  findSection('Donation support').getByText('Coming Soon');
  expect(linkHref(`${BAND.donationEmail}`)).toBe(`mailto:${BAND.donationEmail}`);
  findSection('Disclaimer').getByText(/independent fan site.* not affiliated with/);
});

test('shows the points of each outcome and every achievement on the rules page', async () => {
  const site = createTestSite();
  await site.open('/rules');
  screen.getByRole('heading', { level: 1, name: 'How scoring works' });
  const table = within(screen.getByRole('region', { name: 'Points per pick' }));
  const outcomes = table.getAllByRole('term').map(({ textContent }) => textContent);
  expect(outcomes).toEqual(['Opener', 'Closer', 'Correct spot', 'Wrong spot', 'Not played']);
  const points = table.getAllByText(/ points$/).map(({ textContent }) => textContent);
  expect(points).toEqual(['41 points', '41 points', '27 points', '10 points', '0 points']);
  const achievements = findSection('Achievements').getAllByRole('term');
  expect(achievements.map(({ textContent }) => textContent)).toEqual(
    Object.values(ACHIEVEMENTS).map(({ name }) => name),
  );
  findSection('Your prediction').getByText(/Predictions lock 1 hour before/);
  findSection('Points').getByText(/provisional for 72 hours/);
  findSection('Rarity').getByText(/adds 4 if half .* and 4 more each time .* up to 20/);
});

test.each(['/about', '/contact'])('links to the rules from %s', async (path) => {
  const site = createTestSite();
  await site.openWithFrame(path, null);
  const footer = within(screen.getByRole('navigation', { name: 'Footer' }));
  expect(footer.getByRole('link', { name: 'How scoring works' }).getAttribute('href')).toBe(
    '/rules',
  );
});

test('shows the addresses, the forums and three networks on Contact', async () => {
  const site = createTestSite();
  await site.open('/contact');
  findSection('General').getByRole('link', { name: BAND.contactEmail });
  expect(linkHref(BAND.contactEmail)).toBe(`mailto:${BAND.contactEmail}`);
  expect(findSection('Forums').getByRole('link').getAttribute('href')).toBe('/forums');
  const networks = findSection('Social').getAllByRole<HTMLAnchorElement>('link');
  expect(networks.map(({ href, target }) => [href, target])).toEqual(
    BAND.socialLinks.map(({ url }) => [url, '_blank']),
  );
  expect(networks).toHaveLength(3);
  expect(linkHref(BAND.bugReportEmail)).toBe(`mailto:${BAND.bugReportEmail}`);
});

test('shows on Donate that donations are coming soon, with an address and no payment form', async () => {
  const site = createTestSite();
  await site.open('/donate', FAN);
  screen.getByText('Coming Soon');
  expect(linkHref(`${BAND.donationEmail}`)).toBe(`mailto:${BAND.donationEmail}`);
  expect(screen.getByRole('main').querySelector('form, input, button, iframe')).toBeNull();
});

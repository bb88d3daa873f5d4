import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getNextSheet } from '#contract/next-sheet.ts';
import { BAND, sampleShow } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

function listExternalUrls(container: HTMLElement): string[] {
  return within(container)
    .getAllByRole<HTMLAnchorElement>('link')
    .filter(({ target }) => target === '_blank')
    .map(({ href }) => href);
}

const listUrls = (links: readonly { url: string }[]) => links.map(({ url }) => url);

test('shows the calls to action, four feature cards, and links to the band and fan sites', async () => {
  const site = createTestSite();
  await site.openWithFrame('/', null);
  expect(document.title).toBe('Predict the setlist · Called It');
  for (const [name, path] of [
    ['Start Playing', '/signup'],
    ['Sign In', '/login'],
  ] as const) {
    const links = screen.getAllByRole('link', { name });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([path, path]);
  }
  within(screen.getByRole('banner')).getByRole('link', { name: 'Sign In' });
  const predict = screen.getByRole('link', { name: 'Make your prediction' });
  expect(predict.getAttribute('href')).toBe('/predict');
  const findSection = (name: string | RegExp) => screen.getByRole('region', { name });
  const cards = within(findSection(/^One night, one sheet/)).getAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    ...['Predict Setlists', 'Earn Points', 'Join Community', 'Track Stats'],
  ]);
  expect(listExternalUrls(findSection('Fan Spotlight'))).toEqual(listUrls(BAND.fanSpotlight));
  expect(listExternalUrls(findSection('Straight from the band'))).toEqual(
    listUrls(BAND.officialLinks),
  );
  expect(listExternalUrls(screen.getByRole('contentinfo'))).toEqual(listUrls(BAND.socialLinks));
});

test('shows the next show that can be predicted, and its lock time', async () => {
  const site = createTestSite();
  site.respond(getNextSheet, { show: sampleShow(4.5), songs: [] });
  await site.openWithFrame('/', null);
  const line = await screen.findByText(/^An Evening by the River/);
  expect(line.parentElement?.textContent).toMatch(/River, locks in 3 h$/);
});

test('shows visitors both calls to action at the top of a public page', async () => {
  const site = createTestSite();
  await site.openWithFrame('/contact', null);
  screen.getByRole('link', { name: 'Start Playing' });
  screen.getByRole('link', { name: 'Sign In' });
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BAND } from '../../../../tests/support/site-samples.ts';
import { testSite } from '../../../../tests/support/test-site.tsx';

/** Where the links of a part lead that leave the site. */
function outside(part: HTMLElement): string[] {
  return within(part)
    .getAllByRole<HTMLAnchorElement>('link')
    .filter(({ target }) => target === '_blank')
    .map(({ href }) => href);
}

const urlsOf = (links: readonly { url: string }[]) => links.map(({ url }) => url);

test('the landing page has ways in, four cards, and links of the band and its fans', async () => {
  const site = testSite();
  await site.openWhole('/', null);
  expect(document.title).toBe('Predict the setlist · Called It');
  // On the first screen, and again where a reader has come to the end.
  for (const [name, path] of [
    ['Start Playing', '/signup'],
    ['Sign In', '/login'],
  ] as const) {
    const links = screen.getAllByRole('link', { name });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([path, path]);
  }
  const part = (name: string | RegExp) => screen.getByRole('region', { name });
  const cards = within(part(/^One night, one sheet/)).getAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
    ...['Predict Setlists', 'Earn Points', 'Join Community', 'Track Stats'],
  ]);
  expect(outside(part('Fan Spotlight'))).toEqual(urlsOf(BAND.fanSpotlight));
  expect(outside(part('Straight from the band'))).toEqual(urlsOf(BAND.officialLinks));
  expect(outside(screen.getByRole('contentinfo'))).toEqual(urlsOf(BAND.socialLinks));
});

test('a page for everybody has the two ways in at its head for a visitor', async () => {
  const site = testSite();
  await site.openWhole('/contact', null);
  screen.getByRole('link', { name: 'Start Playing' });
  screen.getByRole('link', { name: 'Sign In' });
});

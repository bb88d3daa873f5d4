import { expect } from '@playwright/test';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

test('a page that a fan returns to still follows the newest song', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Way Back', 24 * 60);
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 12));
  const { page } = await site.visit({
    as: await signUpFan(site.url, 'woodruff'),
    viewport: PHONE,
  });
  await page.goto(`/live-setlist?show=${show.id}`);
  const rows = page.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem');
  const expectInView = (index: number) =>
    expect(rows.filter({ hasText: `${songs[index]?.title}` })).toBeInViewport();
  await expect(page.getByText('Song 12 of ~23')).toBeVisible();
  await play(admin, show, songs.slice(12, 13));
  await expectInView(12);
  await page.goto('/about');
  await play(admin, show, songs.slice(13, 17));
  await page.goBack();
  await expect(page.getByText('Song 17 of ~23')).toBeVisible();
  await play(admin, show, songs.slice(17, 18));
  await expectInView(17);
});

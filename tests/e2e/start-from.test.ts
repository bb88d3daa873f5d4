import { expect } from '@playwright/test';
import { getShowOdds } from '#contract/odds.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { predict } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

test('on a phone, a fan draws a sheet, keeps pinned songs, and restores their earlier songs', async ({
  site,
  admin,
  songs,
}) => {
  test.slow();
  const fan = await signUpFan(site.url, 'sweetbriar');
  const show = await addShow(admin, 'The Loaded Dice', 24 * 60);
  const { id } = await predict(fan, show, songs.slice(0, 2));
  // The background job that computes the odds has the lowest priority.
  const readOdds = () => fan.call(getShowOdds, { params: { id: show.id } });
  await expect.poll(async () => (await readOdds()).length, { timeout: 90_000 }).toBeGreaterThan(0);
  const { page } = await site.visit({ as: fan, isPhone: true });
  await page.goto(`/game?show=${show.id}&edit=${id}`);
  await page.getByRole('button', { name: 'Start from...' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Start from' });
  await dialog.getByRole('button', { name: 'Surprise me' }).tap();
  const rolled = dialog.getByRole('list', { name: 'Songs to start from' }).getByRole('listitem');
  await expect(rolled).toHaveCount(24);
  await checkAccessibility(page, 'game: Start from');
  const pins = dialog.getByRole('button', { name: /^Pin / });
  const pinned = await pins.nth(1).getAttribute('aria-label');
  const unpinned = await pins.nth(2).getAttribute('aria-label');
  await pins.nth(1).tap();
  // The next draw may contain the same third song.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Roll again' }).tap();
    await expect(pins.nth(2)).not.toHaveAttribute('aria-label', unpinned ?? '', { timeout: 500 });
  }).toPass();
  await expect(pins.nth(1)).toHaveAttribute('aria-label', pinned ?? '');
  await dialog.getByRole('button', { name: 'Replace my 2 songs' }).tap();
  const picks = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  await expect(picks).toHaveCount(24);
  await expect(picks.nth(1)).toContainText(pinned?.replace('Pin ', '') ?? '');
  await page.getByRole('button', { name: 'Bring back my 2 songs' }).tap();
  await expect(picks).toHaveCount(2);
  await page.getByRole('button', { name: 'Start from...' }).tap();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(picks.first()).toContainText(songs[0].title);
});

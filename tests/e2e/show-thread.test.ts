import { expect } from '@playwright/test';
import { updateProfile } from '#contract/accounts.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { play, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

test("two fans post in a live show's thread, and a third sees no posts until they choose to", async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'Talk of the Town', 30);
  await setStatus(admin, show, 'live');
  const [played] = await play(admin, show, songs.slice(0, 1));
  const author = await site.visit({ as: await signUpFan(site.url, 'clover') });
  const reader = await site.visit({ as: await signUpFan(site.url, 'juniper'), viewport: PHONE });
  await reader.page.goto(`/live-setlist?show=${show.id}`);
  await reader.page.getByRole('link', { name: /^Talk: .*, 0 posts$/ }).click();
  await reader.page.getByLabel('Your post').fill('Half a sentence');
  await author.page.goto(`/forums/thread?id=${show.id}`);
  await author.page.getByLabel('Your post').fill('What a start');
  await author.page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(author.page.getByRole('button', { name: /^Post in \d+ s$/ })).toBeVisible();
  await expect(reader.page.getByRole('article', { name: 'Post 1 by clover' })).toBeVisible();
  await expect(reader.page.getByLabel('Your post')).toHaveValue('Half a sentence');
  await checkAccessibility(reader.page, 'forums/thread of a show');

  const spoilerFreeFan = await signUpFan(site.url, 'sorrel');
  await spoilerFreeFan.call(updateProfile, { body: { hidesSpoilers: true } });
  const { page } = await site.visit({ as: spoilerFreeFan, viewport: PHONE });
  const response = await page.goto(`/live-setlist?show=${show.id}`);
  expect(await response?.text()).not.toContain(played?.song.title);
  await expect(page.getByText('Hidden because you turned on No spoilers.')).toBeVisible();
  await checkAccessibility(page, 'hidden show');
  await page.getByRole('button', { name: `Show me: ${show.name}` }).click();
  await expect(page.getByText(played?.song.title ?? '').first()).toBeVisible();
});

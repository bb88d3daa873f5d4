import { expect } from '@playwright/test';
import { updateProfile } from '#contract/accounts.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test("a name on the leaderboard links to the fan's page, which updates with their profile", async ({
  site,
  admin,
  songs: [opener, closer],
}) => {
  const fan = await signUpFan(site.url, 'sorrel', 'Sorrel 100% / Front Row');
  const viewer = await signUpFan(site.url, 'yarrow');
  await fan.call(updateProfile, { body: { bio: 'Since the first ferry.', location: 'Ghent' } });
  const show = await addShow(admin, 'The Fan House', 24 * 60);
  await predict(fan, show, [opener, closer]);
  await playWholeShow(admin, show, [opener], closer);

  const { page } = await site.visit({ as: viewer });
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: fan.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: fan.username })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${fan.username} · `));
  await expect(page.getByText('Since the first ferry.')).toBeVisible();
  await expect(page.getByText('Bookends')).toBeVisible();
  await settled(page);
  await checkAccessibility(page, 'fan page');

  await fan.call(updateProfile, { body: { hiddenFields: ['bio'] } });
  await expect(page.getByText('Since the first ferry.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: fan.username })).toBeVisible();
  await expect(page.getByText('Ghent')).toBeVisible();
  await expect(page.getByText('Since the first ferry.')).toHaveCount(0);
  await page.getByRole('link', { name: /^The Fan House/ }).click();
  await expect(page.getByRole('heading', { name: 'The Fan House' })).toBeVisible();
});

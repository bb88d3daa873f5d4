import { expect } from '@playwright/test';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { predict } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

// Covers the screens that no other journey opens.

test("a visitor's forms and the not-found page are accessible", async ({ site }) => {
  const { page } = await site.visit();
  for (const [path, screen] of [
    ['/login', 'login'],
    ['/signup', 'signup'],
    ['/no/such/page', 'not-found'],
  ] as const) {
    await page.goto(path);
    await checkAccessibility(page, screen);
  }
});

test('the screens of a fan are accessible', async ({ site, admin, songs }) => {
  test.slow();
  const fan = await signUpFan(site.url, 'bryony');
  const show = await addShow(admin, 'An Evening without Barriers', 24 * 60);
  const { id } = await predict(fan, show, songs.slice(0, 24));
  const { page } = await site.visit({ as: fan });
  for (const [path, screen] of [
    ['/game', 'game without a show'],
    [`/game?show=${show.id}&edit=${id}`, 'game'],
    ['/leaderboard', 'leaderboard'],
    ['/leaderboard?by=average', 'leaderboard by average'],
    ['/statistics', 'statistics'],
    ['/song-database', 'song-database: Songs'],
    ['/song-database?tab=top', 'song-database: Top'],
    ['/song-database?tab=tours', 'song-database: Tours'],
    ['/song-database?tab=venues', 'song-database: Venues'],
    ['/settings', 'settings'],
    ['/about', 'about'],
    ['/rules', 'rules'],
    ['/contact', 'contact'],
    ['/donate', 'donate'],
  ] as const) {
    await page.goto(path);
    await checkAccessibility(page, screen);
  }
});

test('the tabs of the admin panel are accessible', async ({ site, admin }) => {
  await addShow(admin, 'A Show on the Panel', 24 * 60);
  const { page } = await site.visit({ as: admin });
  for (const [tab, screen] of [
    ['shows', 'admin: Shows'],
    ['songs', 'admin: Songs'],
    ['scoring', 'admin: Scoring'],
    ['users', 'admin: Users'],
    ['setup', 'admin: Setup'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await checkAccessibility(page, screen);
  }
});

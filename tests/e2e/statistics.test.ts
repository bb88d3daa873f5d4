import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import type { Songs } from './support/songs.ts';

const findRegion = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });
const findStat = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

async function playTwoShows(admin: Person, fan: Person, [first, second, third]: Songs) {
  const barn = await addShow(admin, 'Barn Night', 24 * 60);
  const mill = await addShow(admin, 'Mill Night', 48 * 60);
  for (const show of [barn, mill]) await predict(fan, show, [first, second]);
  await playWholeShow(admin, barn, [first, third, second]);
  await playWholeShow(admin, mill, [third, first]);
}

test('the statistics update live through two shows and fit the narrowest phone', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'marram');
  const upcomingShow = await addShow(admin, 'Quay Night', 72 * 60);
  await predict(fan, upcomingShow, songs.slice(0, 2));
  const { page } = await site.visit({ as: fan });
  await page.goto('/statistics');
  await expect(findRegion(page, 'Pending Predictions').getByText('Quay Night')).toBeVisible();
  await playTwoShows(admin, fan, songs);
  for (const [label, text] of [
    ['Total Points', '61'],
    ['Games Played', '2'],
    ['Average Score', '30.5'],
    ['Best Score', '51'],
  ] as const)
    await expect(findStat(page, label).getByText(text, { exact: true })).toBeVisible();
  const history = findRegion(page, 'Prediction History').getByRole('listitem');
  const completedRow = history.filter({ hasText: 'Mill Night' });
  await expect(completedRow.getByText('Completed')).toBeVisible();
  await expect(completedRow.getByText('10 points')).toBeVisible();
  await expect(findRegion(page, 'Pending Predictions').getByRole('listitem')).toHaveCount(1);

  await page.setViewportSize({ width: 320, height: 640 });
  await findRegion(page, 'Points per Show').getByText('Show as table').click();
  const cells = await findRegion(page, 'Points per Show').getByRole('cell').allInnerTexts();
  expect(cells.map((text) => text.replace(/,.*/, ''))).toEqual([
    ...['Barn Night', '51'],
    ...['Mill Night', '10'],
  ]);
  expect(await page.locator('html').evaluate((whole) => whole.scrollWidth)).toBe(320);
});

test("song statistics and the fan's own statistics are tabs with their own URLs", async ({
  site,
  admin,
}) => {
  const { page } = await site.visit({ as: admin });
  await page.goto('/statistics');
  await expect(findStat(page, 'Total Points')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Tours' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Song statistics' }).click();
  await expect(findStat(page, 'Total Points')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Tours' }).click();
  await page.waitForURL('**/statistics?tab=tours');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Year' })).toBeVisible();
  await page.getByRole('tab', { name: 'Your stats' }).click();
  await page.waitForURL('**/statistics');
  await expect(findStat(page, 'Best Score')).toBeVisible();
});

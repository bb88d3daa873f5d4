import { expect } from '@playwright/test';
import {
  getTopSongs,
  getTourPatterns,
  getTrendingSongs,
  getVenueStatistics,
} from '#contract/statistics.ts';
import { checkBarriers } from '../support/barriers.ts';
import { test } from '../support/journey.ts';
import { seeText } from '../support/see-text.ts';

test('its tabs, filter, sorts and columns', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: admin });
  await page.goto('/song-database');
  await expect(page.getByText('207 songs')).toBeVisible();
  const tabs = ['Songs', 'Top', 'Trending', 'Tours', 'Venues'];
  await expect(page.getByRole('tab')).toHaveText(tabs);
  const columns = ['Title', 'Album', 'Rarity', 'Times played', 'Last played'];
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  for (const [label, values] of [
    ['Rarity', ['all', 'common', 'uncommon', 'rare', 'very_rare', 'debut']],
    ['Sort by', ['title', 'timesPlayed', 'lastPlayed']],
  ] as const) {
    const options = page.getByLabel(label, { exact: true }).locator('option');
    expect(await options.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual(
      values,
    );
  }
  await checkBarriers(page, 'song-database: Songs');
  await page.getByPlaceholder('Search songs...').fill('no song has this name');
  await seeText(page.getByRole('main'), 'No songs found matching your filters');
});

test('Top marks what was played more than 100 times, and only that', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: admin });
  await page.goto('/song-database?tab=top');
  const top = await admin.call(getTopSongs);
  const showAll = page.getByRole('button', { name: `Show all ${top.length} songs` });
  await expect(showAll).toBeVisible();
  await checkBarriers(page, 'song-database: Top');
  await showAll.click();
  const favorites = top.filter(({ timesPlayed }) => timesPlayed > 100).length;
  await expect(page.getByText('Fan Favorite', { exact: true })).toHaveCount(favorites);
});

test('Trending is hot, and says of when it speaks', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: admin });
  await page.goto('/song-database?tab=trending');
  await seeText(page.getByRole('main'), 'Performed in the last 6 months');
  const rows = page.getByRole('list', { name: 'Trending songs' }).getByRole('listitem');
  const trending = await admin.call(getTrendingSongs);
  await expect(rows.first().filter({ hasText: trending[0]?.title ?? '' })).toBeVisible();
  await expect(rows.getByText('Hot', { exact: true })).toHaveCount(await rows.count());
});

test('Tours draws a bar a year, scaled to the maximum', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: admin });
  await page.goto('/song-database?tab=tours');
  const years = await admin.call(getTourPatterns);
  const most = Math.max(...years.map(({ showCount }) => showCount));
  for (const { year, showCount } of years) {
    const bar = page.getByRole('row', { name: `${year} ${showCount}` }).locator('[style]');
    const width = await bar.evaluate((drawn) => Number.parseFloat(drawn.style.width));
    expect(width).toBeCloseTo((100 * showCount) / most, 1);
  }
  await checkBarriers(page, 'song-database: Tours');
});

test('Venues has its columns, and a row for each', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: admin });
  await page.goto('/song-database?tab=venues');
  const columns = ['City', 'State', 'Shows', 'Last show'];
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  const [venue] = await admin.call(getVenueStatistics);
  const name = new RegExp(`^${venue?.city}.*${venue?.showCount} \\w{3} \\d+, \\d{4}$`);
  await expect(page.getByRole('row', { name })).toBeVisible();
  await checkBarriers(page, 'song-database: Venues');
});

import { expect, type Page } from '@playwright/test';
import { getSongHistory, listSongs, type Song } from '#contract/songs.ts';
import {
  FAN_FAVORITE_PLAYS,
  getTopSongs,
  getTourPatterns,
  getTrendingSongs,
  getVenueStatistics,
} from '#contract/statistics.ts';
import { test } from './support/journey.ts';
import { type Person, signUpFan } from './support/people.ts';

let fan: Person;
test.beforeAll(async ({ stage }) => {
  fan = await signUpFan(stage.url, 'marigold');
});

/** The titles on the page, in its order. */
function titles(page: Page): Promise<string[]> {
  return page.getByRole('link').and(page.locator('[href^="/song-database/song?"]')).allInnerTexts();
}

/** Waits until the songs named in the first rows are these. */
async function showsFirst(page: Page, expected: readonly Song[]): Promise<void> {
  const first = expected.slice(0, 5).map(({ title }) => title);
  await expect.poll(async () => (await titles(page)).slice(0, first.length)).toEqual(first);
}

test('a fan searches, filters and sorts the songs, and opens one', async ({ stage }) => {
  const songs = await fan.call(listSongs);
  const { page } = await stage.visit({ as: fan });
  await page.goto('/song-database');
  await expect(page.getByRole('heading', { level: 1, name: 'Song Database' })).toBeVisible();
  await expect(page.getByText(`${songs.length} songs`)).toBeVisible();
  await showsFirst(page, songs);

  const mostPlayed = songs.toSorted((a, b) => b.timesPlayed - a.timesPlayed);
  await page.getByLabel('Sort by').selectOption({ label: 'Times played' });
  await showsFirst(page, mostPlayed.slice(0, 1));
  const header = page.getByRole('columnheader', { name: 'Times played' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  const neverPlayed = songs.filter(({ timesPlayed }) => timesPlayed === 0);
  if (neverPlayed.length > 0) await showsFirst(page, neverPlayed);

  const latest = songs
    .filter(({ lastPlayed }) => lastPlayed)
    .toSorted((a, b) => Date.parse(b.lastPlayed ?? '') - Date.parse(a.lastPlayed ?? ''));
  await page.getByRole('columnheader', { name: 'Last played' }).getByRole('button').click();
  await showsFirst(page, latest);

  const debuts = latest.filter(({ rarity }) => rarity === 'debut');
  expect(debuts.length).toBeGreaterThan(0);
  const choices = await page.getByLabel('Rarity').locator('option').allInnerTexts();
  expect(choices).toEqual(['All', 'Common', 'Uncommon', 'Rare', 'Very rare', 'Debut']);
  await page.getByLabel('Rarity').selectOption('debut');
  await showsFirst(page, debuts);
  const shown = songs.filter(({ rarity }) => rarity === 'debut').length;
  await expect(
    page.getByText(shown === 1 ? '1 song' : `${shown} songs`, { exact: true }),
  ).toBeVisible();

  await page.getByPlaceholder('Search songs...').fill('no song has this name');
  await expect(page.getByText('No songs found matching your filters')).toBeVisible();
  const wanted = debuts[0];
  if (!wanted) throw new Error('No debut was played.');
  await page.getByPlaceholder('Search songs...').fill(wanted.title.toUpperCase());
  await showsFirst(page, [wanted]);
  await page.waitForURL((url) => url.searchParams.get('q') === wanted.title.toUpperCase());

  await page.getByRole('link', { name: wanted.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: wanted.title })).toBeVisible();
  await page.goBack();
  await showsFirst(page, [wanted]);
  await expect(page.getByLabel('Rarity')).toHaveValue('debut');
  await expect(page.getByLabel('Sort by')).toHaveValue('lastPlayed');
});

test('the tabs say what is played most, lately, when and where, and stay in the address', async ({
  stage,
}) => {
  const { page } = await stage.visit({ as: fan });
  await page.goto('/song-database');
  const open = async (name: string) => {
    await page.getByRole('tab', { name }).click();
    await page.waitForURL(`**/song-database?tab=${name.toLowerCase()}`);
  };

  await open('Top');
  const top = await fan.call(getTopSongs);
  const favorites = top.filter(({ timesPlayed }) => timesPlayed > FAN_FAVORITE_PLAYS);
  expect(favorites.length).toBeGreaterThan(0);
  expect(favorites.length).toBeLessThan(top.length);
  await page.getByRole('button', { name: `Show all ${top.length} songs` }).click();
  await expect.poll(() => titles(page)).toEqual(top.map(({ title }) => title));
  await expect(page.getByText('Fan Favorite')).toHaveCount(favorites.length);
  const last = page.getByRole('list', { name: 'Most played songs' }).getByRole('listitem').last();
  await expect(last.getByText('Fan Favorite')).toHaveCount(0);

  await page.reload();
  await expect(page.getByText('Fan Favorite').first()).toBeVisible();
  await open('Trending');
  const trending = await fan.call(getTrendingSongs);
  const rows = page.getByRole('list', { name: 'Trending songs' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByText('Hot', { exact: true })).toHaveCount(await rows.count());
  expect((await titles(page))[0]).toBe(trending[0]?.title);

  await open('Tours');
  const years = await fan.call(getTourPatterns);
  const most = Math.max(...years.map(({ showCount }) => showCount));
  const table = page.getByRole('table');
  await expect(table).toBeVisible();
  for (const { year, showCount } of years) {
    const row = table.getByRole('row', { name: `${year} ${showCount}` });
    const bar = row.locator('[style]');
    const share = await bar.evaluate(
      (drawn) => drawn.clientWidth / (drawn.parentElement?.clientWidth ?? 1),
    );
    expect(share).toBeCloseTo(showCount / most, 1);
  }

  await open('Venues');
  const [venue] = await fan.call(getVenueStatistics);
  if (!venue) throw new Error('The band played nowhere.');
  const name = new RegExp(`^${venue.city}.*${venue.showCount} \\w{3} \\d+, \\d{4}$`);
  await expect(page.getByRole('row', { name })).toBeVisible();
});

test("a song's page tells its story, and leads to its shows", async ({ stage }) => {
  const [song] = await fan.call(getTopSongs);
  if (!song) throw new Error('The band played nothing.');
  const history = await fan.call(getSongHistory, { params: { id: song.id } });
  const { page } = await stage.visit({ as: fan });
  await page.goto('/song-database?tab=top');
  await page.getByRole('link', { name: song.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: song.title })).toBeVisible();

  const figure = (label: string) =>
    page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await expect(
    figure('Times Played').getByText(String(song.timesPlayed), { exact: true }),
  ).toBeVisible();
  await expect(figure('Gap').getByText(String(history.song.gap), { exact: true })).toBeVisible();
  await expect(
    figure('Opener').getByText(String(history.openerCount), { exact: true }),
  ).toBeVisible();
  await expect(
    figure('Closer').getByText(String(history.closerCount), { exact: true }),
  ).toBeVisible();

  const positions = page.getByRole('figure', {
    name: `Times ${song.title} was played by position`,
  });
  await positions.getByText('Show as table').click();
  for (const { position, timesPlayed } of history.positions)
    await expect(
      positions.getByRole('row', { name: `${position} ${timesPlayed}`, exact: true }),
    ).toBeVisible();
  const overTime = page.getByRole('figure', { name: `Times ${song.title} was played by month` });
  await overTime.getByText('Show as table').click();
  const counts = await overTime.getByRole('cell').allInnerTexts();
  const sum = counts.reduce((all, text) => all + (/^\d+$/.test(text) ? Number(text) : 0), 0);
  expect(sum).toBe(history.months.reduce((all, { timesPlayed }) => all + timesPlayed, 0));

  const shows = page.getByRole('link').and(page.locator('[href^="/live-setlist?show="]'));
  await expect(shows).toHaveCount(history.lastShows.length);
  await shows.first().click();
  await page.waitForURL(`**/live-setlist?show=${history.lastShows[0]?.id}`);
  await expect(page.getByText(song.title, { exact: true }).first()).toBeVisible();

  await page.goto('/song-database/song?id=nobody');
  await expect(page.getByText('Song not found.')).toBeVisible();
});

test('a list that fails to load says so, and can be tried again', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  await page.goto('/');
  await page.route('**/api/statistics/venues', (route) => route.abort(), { times: 1 });
  await page.goto('/song-database?tab=venues');
  await expect(page.getByText('The venues could not be loaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('columnheader', { name: 'Last show' })).toBeVisible();
});

test('nothing is wider than the narrowest phone, and pages begin at their top', async ({
  stage,
}) => {
  const [song] = await fan.call(getTopSongs);
  const { page } = await stage.visit({ as: fan, viewport: { width: 320, height: 640 } });
  await page.goto('/');
  const tabs = ['songs', 'top', 'trending', 'tours', 'venues'];
  const paths = tabs.map((tab) => `/song-database?tab=${tab}`);
  for (const path of [...paths, `/song-database/song?id=${song?.id}`, '/statistics']) {
    await page.goto(path);
    await expect(page.locator('main').getByText(/\d+/).first()).toBeVisible();
    await expect(page.locator('main').getByRole('status')).toHaveCount(0);
    const [width, top] = await page
      .locator('html')
      .evaluate((whole) => [whole.scrollWidth, whole.scrollTop]);
    const tooWide = await page
      .locator('main :is([role="group"], [role="tablist"])')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.ariaLabel),
      );
    expect({ path, width, top, tooWide }).toEqual({ path, width: 320, top: 0, tooWide: [] });
  }
});

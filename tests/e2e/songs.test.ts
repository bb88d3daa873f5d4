import { expect, type Page } from '@playwright/test';
import { getSongHistory, type Song, type SongHistory } from '#contract/songs.ts';
import { getTopSongs } from '#contract/statistics.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { unroute } from './support/network.ts';
import { type Person, signUpFan } from './support/people.ts';

let fan: Person;
test.beforeAll(async ({ site }) => {
  fan = await signUpFan(site.url, 'madder');
});

function titles(page: Page): Promise<string[]> {
  return page.getByRole('link').and(page.locator('[href^="/song-database/song?"]')).allInnerTexts();
}

async function expectFirst(page: Page, expected: readonly Song[]): Promise<void> {
  const firstTitles = expected.slice(0, 5).map(({ title }) => title);
  await expect
    .poll(async () => (await titles(page)).slice(0, firstTitles.length))
    .toEqual(firstTitles);
}

test('a fan sorts the songs by a column in both directions', async ({ site, songs }) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/song-database');
  await expect(page.getByText(`${songs.length} songs`)).toBeVisible();
  await expectFirst(page, songs);
  const mostPlayed = songs.toSorted((a, b) => b.timesPlayed - a.timesPlayed);
  await page.getByLabel('Sort by').selectOption({ label: 'Times played' });
  await expectFirst(page, mostPlayed.slice(0, 1));
  const header = page.getByRole('columnheader', { name: 'Plays' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  const neverPlayed = songs.filter(({ timesPlayed }) => timesPlayed === 0);
  if (neverPlayed.length > 0) await expectFirst(page, neverPlayed);
  await page.getByRole('columnheader', { name: 'Last played' }).getByRole('button').click();
  await expectFirst(page, findLatest(songs));
});

test('the jump bar marks the letter in view', async ({ site }) => {
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto('/song-database');
  const bar = page.getByRole('toolbar', { name: 'Jump to letter' });
  const current = bar.locator('[aria-current="location"]');
  await expect(current).toHaveText('A');
  await bar.getByRole('button', { name: 'S', exact: true }).click();
  await expect(current).toHaveText('S');
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('rowheader', { name: 'S', exact: true })).toBeInViewport();
  await page.evaluate('scrollTo(0, 0)');
  await expect(current).toHaveText('A');
});

test('the rarity filter and the search stay after a song was opened', async ({ site, songs }) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/song-database');
  await page.getByLabel('Sort by').selectOption('lastPlayed');
  const debuts = findLatest(songs).filter(({ rarity }) => rarity === 'debut');
  const [debut] = debuts;
  if (!debut) throw new Error('No debut was played.');
  const choices = await page.getByLabel('Rarity').locator('option').allInnerTexts();
  expect(choices).toEqual([
    ...['All rarities', 'Common', 'Uncommon', 'Rare', 'Very rare'],
    "Debut: new to the band's sets",
  ]);
  await page.getByLabel('Rarity').selectOption('debut');
  await expectFirst(page, debuts);
  const debutCount = songs.filter(({ rarity }) => rarity === 'debut').length;
  await expect(
    page.getByText(debutCount === 1 ? '1 song' : `${debutCount} songs`, { exact: true }),
  ).toBeVisible();
  await page.getByPlaceholder('Search songs...').fill(debut.title.toUpperCase());
  await expectFirst(page, [debut]);
  await page.waitForURL((url) => url.searchParams.get('q') === debut.title.toUpperCase());

  await page.getByRole('link', { name: debut.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: debut.title })).toBeVisible();
  await page.goBack();
  await expectFirst(page, [debut]);
  await expect(page.getByLabel('Rarity')).toHaveValue('debut');
  await expect(page.getByLabel('Sort by')).toHaveValue('lastPlayed');
});

function findLatest(songs: readonly Song[]): Song[] {
  return songs
    .filter(({ lastPlayed }) => lastPlayed)
    .toSorted((a, b) => Date.parse(b.lastPlayed ?? '') - Date.parse(a.lastPlayed ?? ''));
}

test('the Top tab is in the URL and lists the most played songs', async ({ site }) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/song-database');
  await page.getByRole('tab', { name: 'Top' }).click();
  await page.waitForURL('**/song-database?tab=top');
  await page.reload();
  const top = await fan.call(getTopSongs);
  await page.getByRole('button', { name: `Show all ${top.length} songs` }).click();
  await expect.poll(() => titles(page)).toEqual(top.map(({ title }) => title));
});

test.describe("a song's page", () => {
  let song: Pick<Song, 'id' | 'title' | 'timesPlayed'>;
  let history: SongHistory;
  test.beforeAll(async () => {
    const [topSong] = await fan.call(getTopSongs);
    if (!topSong) throw new Error('The band played nothing.');
    song = topSong;
    history = await fan.call(getSongHistory, { params: { id: song.id } });
  });

  test('shows its statistics, charts that are also tables, and links to its shows', async ({
    site,
  }) => {
    const { page } = await site.visit({ as: fan });
    await page.goto('/song-database/song?id=nobody');
    await expect(page.getByText('Song not found.')).toBeVisible();
    await page.goto(`/song-database/song?id=${song.id}`);
    await expect(page.getByRole('heading', { level: 1, name: song.title })).toBeVisible();
    await checkAccessibility(page, 'song');
    for (const [label, value] of [
      ['Times Played', song.timesPlayed],
      ['Gap', history.song.gap],
      ['Opener', history.openerCount],
      ['Closer', history.closerCount],
    ] as const) {
      const term = page.locator('dt').filter({ hasText: new RegExp(`^${label}$`) });
      await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText(String(value));
    }

    const findChart = (axis: string) =>
      page.getByRole('figure', { name: `Times ${song.title} was played by ${axis}` });
    await findChart('position').getByText('Show as table').click();
    for (const { position, timesPlayed } of history.positions) {
      const name = `${position} ${timesPlayed}`;
      await expect(findChart('position').getByRole('row', { name, exact: true })).toBeVisible();
    }
    await findChart('month').getByText('Show as table').click();
    const counts = await findChart('month').getByRole('cell').allInnerTexts();
    const sum = counts.reduce((total, text) => total + (/^\d+$/.test(text) ? Number(text) : 0), 0);
    expect(sum).toBe(history.months.reduce((total, { timesPlayed }) => total + timesPlayed, 0));

    const shows = page.getByRole('link').and(page.locator('[href^="/live-setlist?show="]'));
    await expect(shows).toHaveCount(history.lastShows.length);
    await shows.first().click();
    await page.waitForURL(`**/live-setlist?show=${history.lastShows[0]?.id}`);
    await expect(page.getByText(song.title, { exact: true }).first()).toBeVisible();
  });
});

test('a list that fails to load shows an error and can be retried', async ({ site }) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/');
  // Live updates would trigger a retry.
  await page.routeWebSocket('**/ws*', () => {});
  await page.route('**/api/statistics/venues', (route) => route.abort());
  await page.goto('/song-database?tab=venues');
  await expect(page.getByText('The venues could not be loaded.')).toBeVisible();
  await unroute(page, '**/api/statistics/venues');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('columnheader', { name: 'Last show' })).toBeVisible();
});

test('the song pages fit the narrowest phone and open at the top', async ({ site }) => {
  const [song] = await fan.call(getTopSongs);
  const { page } = await site.visit({ as: fan, viewport: { width: 320, height: 640 } });
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

import { expect, type Page } from '@playwright/test';
import type { Song } from '#contract/songs.ts';
import { expectFallback } from '../support/fallback.ts';
import { type Site, test } from '../support/journey.ts';
import { play, predict, setStatus } from '../support/live-show.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { expectToast } from '../support/toast.ts';

/** Blocks live updates, so that the page shows only what it fetches. */
async function openAs(site: Site, person: Person, path: string): Promise<Page> {
  const { page } = await site.visit({ as: person });
  await page.routeWebSocket('**/ws*', () => {});
  await page.goto(path);
  return page;
}

test.describe('Live Setlist', () => {
  async function expectNextPosition(page: Page, position: number) {
    const text = `Next position${position}`;
    await expect(page.getByRole('paragraph').filter({ hasText: text })).toBeVisible();
  }

  async function choose(page: Page, song: Song) {
    await page.getByRole('combobox', { name: 'Song' }).first().fill(song.title);
    await page.getByRole('listbox').getByRole('option').first().click();
  }

  const findRow = (page: Page, { title }: Song) =>
    page.getByRole('listitem').filter({ hasText: title });

  test('the next position is the highest one plus one', async ({ site, admin, songs }) => {
    const [first, second, third] = songs;
    const show = await addShow(admin, 'The Counted Hall', 24 * 60);
    await play(admin, show, [first]);
    const page = await openAs(site, admin, `/admin?show=${show.id}`);
    await expectNextPosition(page, 2);
    await play(admin, show, [second]);
    await choose(page, third);
    await page.getByRole('button', { name: 'Add to setlist' }).click();
    await expectToast(page, 'Success', 'Song added to setlist');
    await expect(findRow(page, second)).toBeVisible();
    await expectNextPosition(page, 4);
  });
});

test.describe('Scoring', () => {
  test('a calculation refetches the data that the page fetched before it', async ({
    site,
    admin,
    songs,
  }) => {
    const show = await addShow(admin, 'The Counting House', 24 * 60);
    const song = songs.slice(0, 1);
    await predict(await signUpFan(site.url, 'ladyfern'), show, song);
    await setStatus(admin, show, 'live');
    await play(admin, show, song);
    const page = await openAs(site, admin, '/leaderboard');
    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const openPage = (name: string) => sidebar.getByRole('link', { name, exact: true }).click();
    const message = 'No leaderboard data yet. Be the first to make a prediction!';
    await expect(page.getByText(message)).toBeVisible();
    await openPage('My Predictions');
    await expect(page.getByText('No predictions yet').first()).toBeVisible();
    await openPage('Admin Panel');
    await page.getByRole('tab', { name: 'Scoring' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption(show.id);
    await expect(page.getByText('1 song in the setlist')).toBeVisible();
    await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible();
    const calculate = page.getByRole('button', { name: 'Calculate Scores' });
    await expectFallback(page, {
      method: 'POST',
      path: '**/api/shows/*/calculate-scores',
      act: () => calculate.click(),
      fallback: 'Failed to calculate scores',
    });
    reads.length = 0;
    await calculate.click();
    await expectToast(page, 'Success', 'Scores calculated successfully');
    await expect.poll(() => reads).toContain('/api/auth/user');
    await openPage('Global Leaderboard');
    await expect(page.getByText('ladyfern').first()).toBeVisible();
    await openPage('My Predictions');
    await expect.poll(() => reads).toContain('/api/predictions/my-predictions');
  });
});

import { expect, type Locator } from '@playwright/test';
import { updateProfile } from '#contract/accounts.ts';
import type { Show } from '#contract/shows.ts';
import { createSong } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { play, playWholeShow, predict, setStatus } from './support/live-show.ts';
import { failCall } from './support/network.ts';
import { loadOwnFonts } from './support/own-fonts.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';
import { findToast } from './support/toast.ts';

const NARROW = { width: 320, height: 700 };
const LAPTOP = { width: 1280, height: 800 };

const findBoundingBox = async (part: Locator) => {
  await loadOwnFonts(part.page());
  const bounds = await part.boundingBox();
  if (!bounds) throw new Error('The element is not rendered.');
  return bounds;
};

const readLines = async (part: Locator) => {
  await loadOwnFonts(part.page());
  return part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
};

const isCut = async (part: Locator) => {
  await loadOwnFonts(part.page());
  return part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
};

let fan: Person;
let show: Show;
/** Creates long, right-to-left and emoji names, and predictions of 24 songs and of one. */
test.beforeAll(async ({ site, admin, songs }) => {
  const handle = 'keeper.of.the.very.last.lighthouse.on.the.coast';
  fan = await signUpFan(site.url, handle, 'Lighthouse_Keeper');
  show = await addShow(admin, 'The Assembly Rooms at the Far End of the Harbor', 24 * 60);
  await predict(fan, show, songs.slice(0, 24));
  for (const [handle, username] of [
    ['rider', 'The Long-Distance Rider From Somewhere North of Duluth'],
    ['farah', 'فرح ليلى'],
    ['sun', 'sunflower 🌻'],
  ] as const)
    await predict(await signUpFan(site.url, handle, username), show, songs.slice(3, 4));
  await setStatus(admin, show, 'live');
});

test("a prediction's status is at the top right of its card, even with a long show name", async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, viewport: NARROW });
  await page.goto('/my-predictions');
  const card = page.getByRole('article');
  const title = await findBoundingBox(card.getByRole('heading'));
  const badge = await findBoundingBox(card.getByText('Live', { exact: true }));
  const paper = await findBoundingBox(card);
  expect(badge.y).toBeLessThan(title.y + 24);
  expect(paper.x + paper.width - badge.x - badge.width).toBeLessThan(28);
  await checkAccessibility(page, 'my-predictions');
});

test('the live rankings follow the pages in the menu and lead to the show’s leaderboard', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, viewport: NARROW });
  await page.goto('/');
  // Wait for React to replace the prerendered button.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const menu = page.getByRole('dialog', { name: 'Navigation' });
  const rankings = await findBoundingBox(menu.getByRole('region', { name: 'Live Show Rankings' }));
  expect(rankings.y).toBeGreaterThan((await findBoundingBox(menu.getByRole('navigation'))).y);
  expect(await isCut(menu.getByText(fan.email))).toBe(false);
  await menu.getByRole('link', { name: 'View All 4 Entries' }).click();
  await page.waitForURL('**/leaderboard');
  await page.getByRole('link', { name: `Leaderboard of ${show.name}` }).click();
  await page.waitForURL(`**/show-leaderboard?show=${show.id}`);
});

test("the dashboard with a fan's last result fits a small phone", async ({
  site,
  admin,
  songs,
}) => {
  const wintergreen = await signUpFan(site.url, 'wintergreen');
  const played = await addShow(admin, 'The Night of the Narrow Page', 24 * 60);
  await predict(wintergreen, played, songs.slice(0, 3));
  await playWholeShow(admin, played, songs.slice(0, 2));
  const { page } = await site.visit({ as: wintergreen, viewport: NARROW });
  await page.goto('/');
  const result = page.getByRole('region', { name: 'Your result is in' });
  await expect(result.getByText('of 1', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
});

test("a visitor's header is one row", async ({ site }) => {
  const { page } = await site.visit({ viewport: NARROW });
  await page.goto('/contact');
  const header = page.getByRole('banner');
  const brand = header.getByRole('link', { name: 'Called It home' });
  const { y, height } = await findBoundingBox(brand);
  for (const name of ['Start Playing', 'Sign In']) {
    const link = await findBoundingBox(header.getByRole('link', { name }));
    expect(link.y + link.height / 2).toBeCloseTo(y + height / 2, 0);
    expect(link.x + link.width).toBeLessThanOrEqual(NARROW.width - 16);
  }
  expect(await isCut(brand)).toBe(false);
});

test('a page fits the phone in the fallback font', async ({ site }) => {
  const { page } = await site.visit({ as: fan, viewport: NARROW });
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/my-predictions');
  await expect(page.getByRole('article')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
});

test('a name on a leaderboard stays on one line, and a long one on two, until a tap opens the sheet', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, viewport: NARROW });
  await page.goto(`/show-leaderboard?show=${show.id}`);
  const name = page.getByRole('main').getByRole('listitem').locator('bdi');
  await expect(name.filter({ hasText: fan.username })).toBeVisible();
  expect(await readLines(name.filter({ hasText: fan.username }))).toBe(1);
  const longName = name.filter({ hasText: 'The Long-Distance Rider' });
  const { height } = await findBoundingBox(longName);
  const lineHeight = await longName.evaluate((element) => getComputedStyle(element).lineHeight);
  expect(Math.round(height / Number.parseFloat(lineHeight))).toBe(2);
  await checkAccessibility(page, 'show-leaderboard');
  await longName.click();
  const heading = page.getByRole('heading', { level: 1, name: /^The Long-Distance Rider/ });
  await expect(heading).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
});

test('on a phone, the admin panel opens at the top with the selected tab in view, and its tab list fades toward hidden tabs', async ({
  site,
  admin,
}) => {
  const { page } = await site.visit({ as: admin, viewport: PHONE });
  await page.goto('/admin?tab=setup');
  const selectedTab = page.getByRole('tab', { name: 'Setup', selected: true });
  await expect(selectedTab).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const tabs = page.getByRole('tablist', { name: 'Admin Panel' });
  const findFade = (side: 'left' | 'right') =>
    expect
      .poll(() => tabs.evaluate((list) => getComputedStyle(list).maskImage))
      .toMatch(new RegExp(`to ${side}.*rgb\\(0, 0, 0\\) calc\\(100% - 56px\\)`));
  await findFade('left');

  // The Setup tab is collapsed. The URL fragment expands the section.
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await settled(page);
  await loadOwnFonts(page);
  const filter = log.getByRole('button', { name: 'Filter' });
  await expect(filter).toBeHidden();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(3 * PHONE.height);
  await log.getByRole('heading').click();
  await expect(filter).toBeVisible();
  await page.goto('/admin?tab=setup#backups');
  await expect(page.getByRole('button', { name: 'Create a backup' })).toBeVisible();

  await selectedTab.focus();
  await page.keyboard.press('Home');
  await findFade('right');
});

test("the Songs tab breaks no word of a song's title, and a toast doesn't cover its dialog's title", async ({
  site,
  admin,
}) => {
  // The word also fits in the wider fallback font.
  await admin.call(createSong, { body: { title: 'Thunderstruck' } });
  const { page } = await site.visit({ as: admin, viewport: NARROW });
  await page.goto('/admin?tab=songs');
  const row = page.getByRole('row', { name: 'Thunderstruck' });
  expect(await readLines(row.getByText('Thunderstruck', { exact: true }))).toBe(1);
  await expect(row.getByText('0 played')).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Create Song' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Under the Notice');
  await failCall(page, createSong, 'The songs are being counted. Please try again in a moment.');
  await dialog.getByRole('button', { name: 'Create Song' }).click();
  await expect(findToast(page)).toBeVisible();
  const toast = await findBoundingBox(findToast(page));
  expect(toast.y + toast.height).toBeLessThan((await findBoundingBox(dialog)).y);
});

test('the Users tab fits a laptop and breaks no name', async ({ site, admin }) => {
  const body = { homeVenue: 'The Amphitheatre', favoriteSong: 'The Refrigerator Hums in B-Flat' };
  await fan.call(updateProfile, { body });
  const { page } = await site.visit({ as: admin, viewport: LAPTOP });
  await page.goto('/admin?tab=users');
  const name = page.getByRole('cell').getByText(fan.username, { exact: true });
  await expect(name).toBeVisible();
  expect(await readLines(name)).toBe(1);
  expect(await isCut(page.getByRole('group', { name: 'Users' }))).toBe(false);
});

test('on a laptop, the standings break no name and the score breakdown keeps its margin', async ({
  site,
  admin,
  songs,
}) => {
  const lateShow = await addShow(admin, 'A Laptop in the Lobby', 48 * 60);
  await predict(fan, lateShow, songs.slice(0, 12));
  await setStatus(admin, lateShow, 'live');
  await play(admin, lateShow, songs.slice(0, 1));
  const { page } = await site.visit({ as: fan, viewport: LAPTOP });
  await page.goto(`/live-setlist?show=${lateShow.id}`);
  const standings = page.getByRole('group', { name: 'Standings' });
  expect(await readLines(standings.getByText(fan.username, { exact: true }))).toBe(1);
  await page.goto('/my-predictions');
  await page.getByRole('button', { name: `View Results: ${lateShow.name}` }).click();
  const breakdown = page.getByRole('group', { name: 'Score Breakdown' });
  const badge = await findBoundingBox(breakdown.getByText('Not played yet').first());
  const sheet = await findBoundingBox(breakdown);
  expect(sheet.x + sheet.width - (badge.x + badge.width)).toBeGreaterThanOrEqual(24);
});

test('on a laptop, the sidebar scrolls to the current page during a live show', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, viewport: { width: 1280, height: 600 } });
  await page.goto('/donate');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('link', { name: /^View All/ })).toBeAttached();
  await expect(sidebar.getByRole('link', { name: 'Donate' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

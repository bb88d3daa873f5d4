import { expect, type Locator, type Page } from '@playwright/test';
import { MAX_PICKS } from '#contract/predictions.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { expectFocus, pressEscape } from './support/keyboard.ts';
import { predict, setStatus } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

const NARROW = { width: 320, height: 600 };

const findBar = (page: Page) => page.getByRole('navigation', { name: 'Bottom bar' });

let fan: Person;
test.beforeAll(async ({ site }) => {
  fan = await signUpFan(site.url, 'woodruff');
});

test('the bottom bar links to the main pages and does not cover the last lines of a page', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, isPhone: true, viewport: NARROW });
  await page.goto('/about');
  const bar = findBar(page);
  for (const [name, path, heading] of [
    ['Predict', '/game', 'Prediction Game'],
    ['Leaderboard', '/leaderboard', 'Global Leaderboard'],
    ['Home', '/', `Welcome back, ${fan.username}!`],
  ] as const) {
    const link = bar.getByRole('link', { name });
    await link.tap();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(`${site.url}${path}`);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(bar.locator('[aria-current]')).toHaveCount(1);
    await settled(page);
    // A long list renders while the page scrolls, and scrolling rounds to whole pixels.
    await expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        return measureGap(page.getByRole('main'), bar);
      })
      .toBeGreaterThan(-1);
    await expect(bar).toBeInViewport({ ratio: 1 });
  }
  for (const entry of await bar.locator('a, button').all()) {
    const box = await entry.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${entry}`).toBeGreaterThanOrEqual(44);
  }
});

test('Live appears when a show goes live, and the live screen’s own bar replaces the bottom bar', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Lower Balcony', 24 * 60);
  await predict(fan, show, songs.slice(0, MAX_PICKS));
  const reducedMotion = 'no-preference';
  const { page } = await site.visit({ as: fan, isPhone: true, reducedMotion });
  await page.goto('/about');
  const bar = findBar(page);
  await settled(page);
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Predict', 'Leaderboard']);
  const place = await bar.boundingBox();
  await page.evaluate(WATCH_SHIFTS);
  await setStatus(admin, show, 'live');
  const live = bar.getByRole('link', { name: 'Live' });
  await expect(live).toBeVisible();
  expect(await bar.boundingBox()).toEqual(place);
  expect(await page.evaluate('window.shift')).toBeLessThanOrEqual(0.01);

  await live.tap();
  await expect(page.getByRole('heading', { name: show.name })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Standings' })).toBeInViewport({ ratio: 1 });
  await expect(bar).toBeHidden();
  await page.goBack();
  await expect(bar).toBeVisible();
  await setStatus(admin, show, 'closed');
  await expect(live).toHaveCount(0);
});

test('More opens the sidebar and regains the focus, and the bar hides while the keyboard is open and on a wide screen', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, isPhone: true });
  await page.goto('/song-database');
  await settled(page);
  const more = findBar(page).getByRole('button', { name: 'More' });
  await more.tap();
  const sidebar = page.getByRole('dialog', { name: 'Navigation' });
  await expect(sidebar.getByRole('link', { name: 'Song Database' })).toBeVisible();
  await pressEscape(page);
  await expect(sidebar).toHaveCount(0);
  await expectFocus(more);

  const search = page.getByRole('searchbox').first();
  await search.focus();
  await expect(findBar(page)).toBeVisible();
  // The size of a phone's viewport above the keyboard.
  await page.setViewportSize({ ...PHONE, height: 480 });
  await expect(findBar(page)).toBeHidden();
  await page.setViewportSize(PHONE);
  await expect(findBar(page)).toBeVisible();
  await expectFocus(search);

  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
  await expect(findBar(page)).toBeHidden();
});

test('the bar of a prediction or of the setlist editor replaces the bottom bar', async ({
  site,
  admin,
}) => {
  const show = await addShow(admin, 'The Upper Balcony', 23 * 60);
  const { page } = await site.visit({ as: admin, isPhone: true });
  await page.goto('/game');
  await page.getByRole('link', { name: `Make Prediction: ${show.name}` }).tap();
  await expect(page.getByRole('button', { name: 'Add songs' })).toBeInViewport({ ratio: 1 });
  await expect(findBar(page)).toBeHidden();
  await setStatus(admin, show, 'live');
  await page.goto(`/admin?show=${show.id}`);
  await expect(page.getByRole('button', { name: 'Set break' })).toBeInViewport({ ratio: 1 });
  await expect(findBar(page)).toBeHidden();
  await page.getByRole('tab', { name: 'Songs' }).tap();
  await expect(findBar(page)).toBeInViewport({ ratio: 1 });
  await setStatus(admin, show, 'closed');
});

async function measureGap(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  if (!above || !below) throw new Error('An element is not on the screen.');
  return below.y - (above.y + above.height);
}

const WATCH_SHIFTS = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: 'layout-shift' });`;

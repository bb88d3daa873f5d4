import { expect, type Page } from '@playwright/test';
import { DESKTOP } from '../../support/browser.ts';
import { test } from '../support/journey.ts';
import { pressEscape } from '../support/keyboard.ts';
import { type Person, signUpFan } from '../support/people.ts';

let fan: Person;
test.beforeAll(async ({ site }) => {
  fan = await signUpFan(site.url, 'masterwort');
});

const REM = 16;

const findSidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

async function expectWidth(page: Page, rem: number) {
  await expect.poll(async () => (await findSidebar(page).boundingBox())?.width).toBe(rem * REM);
}

test('the sidebar collapses to icons for 7 days, is a sheet below 768px, and its Logout clears all cached data', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectWidth(page, 16);
  await page.getByRole('banner').getByRole('button', { name: 'Toggle sidebar' }).click();
  await expectWidth(page, 3);
  await page.keyboard.press('Control+b');
  await expectWidth(page, 16);
  await page.keyboard.press('Meta+b');
  await expectWidth(page, 3);
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'sidebar_state');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / (24 * 60 * 60);
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await expectWidth(page, 3);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+b');

  await page.setViewportSize({ width: 768, height: 900 });
  await expectWidth(page, 16);
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(findSidebar(page)).toHaveCount(0);
  const sheet = page.getByRole('dialog', { name: 'Navigation' });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(18 * REM);
  await page.keyboard.press('Control+b');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Control+b');
  await expect(sheet).toBeVisible();
  await pressEscape(page);
  await expect(sheet).toHaveCount(0);

  await page.setViewportSize(DESKTOP);
  await page.evaluate(`
      window.isBefore = true;
      localStorage.setItem('kept', 'something');
      sessionStorage.setItem('kept', 'something');`);
  // The page can show the landing page before it reloads.
  const reload = page.waitForEvent('load');
  await findSidebar(page).getByRole('button', { name: 'Logout' }).click();
  await reload;
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/`);
  const leftovers = `[window.isBefore, localStorage.getItem('kept'), sessionStorage.getItem('kept')]`;
  expect(await page.evaluate(leftovers)).toEqual([undefined, null, null]);
});

test('tooltips of the collapsed sidebar open after 700 ms, or immediately within 300 ms of another', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan });
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+b');
  await expectWidth(page, 3);
  await page.clock.pauseAt(Date.now() + 60_000);
  const findIcon = (name: string) => findSidebar(page).getByRole('link', { name, exact: true });
  const tooltip = page.getByRole('tooltip');
  // Two frames let React's effects start or stop the timers.
  const hover = async (name: string) => {
    await findIcon(name).hover();
    await findIcon(name).hover();
  };
  // Move in two steps, because the tooltip can check the position during the first.
  const moveAway = async () => {
    await page.mouse.move(900, 700);
    await page.mouse.move(910, 710);
    await expect(tooltip).toHaveCount(0);
    await page.getByRole('heading', { level: 1 }).hover();
  };

  await hover('Dashboard');
  await page.clock.runFor(690);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(20);
  await expect(tooltip).toContainText('Dashboard');

  await moveAway();
  await page.clock.runFor(290);
  await hover('Settings');
  await expect(tooltip).toContainText('Settings');
  await moveAway();
  await page.clock.runFor(310);
  await hover('About');
  await page.clock.runFor(690);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(20);
  await expect(tooltip).toContainText('About');
});

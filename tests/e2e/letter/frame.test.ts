import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { logout } from '#contract/accounts.ts';
import { type Band, getBand } from '#contract/band.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { newPerson } from '../../../scripts/api-person.ts';
import { signInByForm } from '../../support/browser.ts';
import { type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { openChecklist } from './checklist.ts';
import { SIDEBAR, TOOLTIPS } from './frame.lines.ts';
import { leave } from './leave.ts';
import { countCalls, failCall } from './network.ts';
import { seeToast } from './see-toast.ts';

const stage = openStage();
let band: Band;
let fan: Person;
beforeAll(async () => {
  band = await newPerson(stage.url).in().call(getBand);
  fan = await signUpFan(stage.url, 'marigold');
});

const REM = 16;
const FAN_GROUPS = ['Main', 'Competition', 'Community', 'Account', 'Information'];
const LINKS = [
  ['Dashboard', '/'],
  ['Prediction Game', '/game'],
  ['Show Schedule', '/shows'],
  ['My Predictions', '/my-predictions'],
  ['Show Leaderboard', '/show-leaderboard'],
  ['Global Leaderboard', '/leaderboard'],
  ['Live Setlist', '/live-setlist'],
  ['Your Stats', '/statistics'],
  ['Fan Forums', '/forums'],
  ['Song Database', '/song-database'],
  ['Settings', '/settings'],
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Donate', '/donate'],
] as const;

const sidebarOf = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

/** Waits for the width: a change of it may take a moment. */
async function expectWidth(page: Page, rem: number) {
  await expect.poll(async () => (await sidebarOf(page).boundingBox())?.width).toBe(rem * REM);
}

test('sidebar', async () => {
  const list = openChecklist(SIDEBAR);
  const { page, context, complaints } = await stage.visit();
  const rankings = countCalls(page, getShowLeaderboard);
  await signInByForm(page, fan);
  const sidebar = sidebarOf(page);
  const brand = sidebar.getByRole('link', { name: band.productName });
  expect(await brand.getAttribute('href')).toBe('/');
  list.tick('brand header');
  const nav = sidebar.getByRole('navigation', { name: 'Main' });
  expect(await nav.locator('p:visible').allTextContents()).toEqual(FAN_GROUPS);
  list.tick('the groups Main, Competition, Community, Account, Information');
  const links = nav.getByRole('link');
  expect(await links.count()).toBe(LINKS.length);
  for (const [place, [label, href]] of LINKS.entries()) {
    await list.see(links.nth(place), label);
    expect(await links.nth(place).getAttribute('href')).toBe(href);
  }
  await sidebar.getByText(fan.username, { exact: true }).waitFor();
  await sidebar.getByText(fan.email, { exact: true }).waitFor();
  list.tick('username and email');
  await list.see(sidebar.getByRole('button'), 'Logout');

  await expectWidth(page, 16);
  list.tick('16rem wide');
  await page.getByRole('banner').getByRole('button', { name: 'Toggle sidebar' }).click();
  await expectWidth(page, 3);
  list.tick('3rem wide');
  list.tick('a toggle in a top header bar');
  await page.keyboard.press('Control+b');
  await expectWidth(page, 16);
  await page.keyboard.press('Meta+b');
  await expectWidth(page, 3);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / (24 * 60 * 60);
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await expectWidth(page, 3);
  list.tick('cookie sidebar_state, 7 days');
  await page.keyboard.press('Control+b');

  await page.setViewportSize({ width: 768, height: 900 });
  await expectWidth(page, 16);
  await page.setViewportSize({ width: 767, height: 900 });
  await sidebar.waitFor({ state: 'detached' });
  list.tick('a sheet below 768px');
  const sheet = page.getByRole('dialog', { name: 'Navigation' });
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(18 * REM);
  list.tick('18rem wide');
  await page.keyboard.press('Control+b');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await sheet.waitFor();
  list.tick('Ctrl/Cmd+B toggles it');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(rankings()).toBe(0);
  list.tick('no live ranking is requested');

  await page.setViewportSize({ width: 1440, height: 900 });
  const restore = await failCall(page, logout);
  await sidebar.getByRole('button', { name: 'Logout' }).click();
  await seeToast(list, page, 'Logout failed', 'Unable to logout. Please try again.');
  await restore();
  await page.evaluate(`
    window.isBefore = true;
    localStorage.setItem('kept', 'something');
    sessionStorage.setItem('kept', 'something');`);
  await sidebar.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Start Playing' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  const left = `[window.isBefore, localStorage.getItem('kept'), sessionStorage.getItem('kept')]`;
  expect(await page.evaluate(left)).toEqual([undefined, null, null]);
  list.tick('Logout clears all cached data and reloads at /');

  await signInByForm(page, await signInAdmin(stage.url));
  expect(await nav.locator('p:visible').allTextContents()).toEqual([...FAN_GROUPS, 'Admin']);
  await list.see(links.last(), 'Admin Panel');
  expect(await links.last().getAttribute('href')).toBe('/admin');
  list.expectAllTicked();
  expect(complaints).toEqual([]);
  await context.close();
});

test('tooltips', async () => {
  const list = openChecklist(TOOLTIPS);
  const visit = await stage.visit();
  const { page } = visit;
  await page.clock.install();
  await signInByForm(page, fan);
  await page.keyboard.press('Control+b');
  await expectWidth(page, 3);
  await page.clock.pauseAt(Date.now() + 60_000);
  const icon = (name: string) => sidebarOf(page).getByRole('link', { name, exact: true });
  const tooltip = page.getByRole('tooltip');
  // Away from icon and tooltip, and a step further: the first one is still on its way there.
  const moveAway = async () => {
    await page.mouse.move(900, 700);
    await page.mouse.move(910, 710);
    await tooltip.waitFor({ state: 'detached' });
  };

  await icon('Dashboard').hover();
  await page.clock.runFor(690);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(20);
  await tooltip.filter({ hasText: 'Dashboard' }).waitFor();
  list.tick('a delay of 700 ms');

  await moveAway();
  await page.clock.runFor(290);
  await icon('Settings').hover();
  await tooltip.filter({ hasText: 'Settings' }).waitFor();
  await moveAway();
  await page.clock.runFor(310);
  await icon('About').hover();
  await page.clock.runFor(690);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(20);
  await tooltip.filter({ hasText: 'About' }).waitFor();
  list.tick('a skip delay of 300 ms');
  await leave(list, visit);
});

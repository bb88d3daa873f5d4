import { expect } from '@playwright/test';
import { getBand } from '#contract/band.ts';
import { createClient } from '../../tools/api-client.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';

test('the landing page and the rules are readable and their links work without JavaScript', async ({
  site,
}) => {
  const context = await site.browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/');
  const band = await createClient(site.url).startSession().call(getBand);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(band.tagline)).toBeVisible();
  for (const { title } of band.fanSpotlight)
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await page.title()).toContain(band.productName);
  await page.getByRole('link', { name: 'How scoring works' }).click();
  await page.waitForURL('**/rules');
  await expect(page.getByRole('heading', { level: 1, name: 'How scoring works' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Correct spot' })).toBeVisible();
  expect(await page.title()).toContain('How scoring works');
  await page.getByRole('link', { name: 'Start Playing' }).first().click();
  await page.waitForURL('**/signup');
});

test('hydration leaves the rules page unchanged', async ({ site }) => {
  const { page } = await site.visit({ viewport: PHONE, reducedMotion: 'no-preference' });
  await page.goto('/rules');
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  // React marks the elements that it hydrates.
  await expect
    .poll(() => heading?.evaluate((element) => Object.keys(element).join()))
    .toContain('__reactFiber');
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.005);
});

test('hydration causes no layout shift and only requests the next show', async ({ site }) => {
  const { page } = await site.visit({ viewport: PHONE, reducedMotion: 'no-preference' });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await page.goto('/');
  await page.evaluate(`window.drawn = document.querySelector('h1')`);
  await expect(page).toHaveTitle(/^Predict the setlist/);
  expect(await page.evaluate(`window.drawn === document.querySelector('h1')`)).toBe(true);
  await expect(page.getByText(/^locks in /)).toBeVisible();
  // Less than the shift of one line of text by its height.
  expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.005);
  expect(calls).toEqual(['/api/next-sheet']);
  await checkAccessibility(page, 'landing');

  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await expect(page.locator('html[data-theme="light"]')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('a signed-in fan gets the dashboard instead of the landing page at the same URL', async ({
  site,
}) => {
  const fan = await signUpFan(site.url, 'sorrel');
  const { page } = await site.visit({ as: fan });
  await page.goto('/');
  const response = await page.goto('/');
  expect(await response?.text()).not.toContain('Start Playing');
  await expect(page.getByRole('heading', { name: 'Welcome back, sorrel!' })).toBeVisible();
});

/** Returns the cumulative layout shift. Search engines rate up to 0.1 as good. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

import { expect, test } from 'vitest';
import { getBand } from '#contract/band.ts';
import { newPerson } from '../../scripts/api-person.ts';
import { PHONE, signInByForm } from '../support/browser.ts';
import { signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();

test('the landing page can be read, and its links followed, before any script has come', async () => {
  const context = await stage.browser.newContext({
    baseURL: stage.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/');
  const band = await newPerson(stage.url).in().call(getBand);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText(band.tagline).waitFor();
  for (const { title } of band.fanSpotlight)
    await page.getByRole('heading', { name: title }).waitFor();
  expect(await page.title()).toContain(band.productName);
  await page.getByRole('link', { name: 'Start Playing' }).first().click();
  await page.waitForURL('**/signup');
  await context.close();
});

test('it is taken over as it stands: nothing moves, nothing is asked for twice', async () => {
  const { page, context, complaints } = await stage.visit({
    viewport: PHONE,
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await page.goto('/');
  await page.evaluate(`window.drawn = document.querySelector('h1')`);
  // The page's name is put there by React.
  await expect.poll(() => page.title()).toMatch(/^Predict the setlist/);
  expect(await page.evaluate(`window.drawn === document.querySelector('h1')`)).toBe(true);
  // Less than a line of text moving by its own height.
  expect(await page.evaluate(LAYOUT_SHIFT)).toBeLessThan(0.005);
  expect(calls).toEqual([]);

  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await page.locator('html[data-theme="light"]').waitFor();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('who is signed in gets the dashboard at the same address, and never the landing page', async () => {
  const fan = await signUpFan(stage.url, 'sorrel');
  const { page, context, complaints } = await stage.visit();
  await signInByForm(page, fan);
  const answer = await page.goto('/');
  expect(await answer?.text()).not.toContain('Start Playing');
  await page.getByRole('heading', { name: 'Welcome back, sorrel!' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** The sum of how far things moved by themselves; 0.1 is what search engines still call good. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

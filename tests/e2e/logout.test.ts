import { expect } from '@playwright/test';
import { listSessions } from '#contract/user-sessions.ts';
import { type Site, test } from './support/journey.ts';
import { disconnect, goOnline, reconnect, unroute } from './support/network.ts';
import { type Person, signIn, signUpFan } from './support/people.ts';
import { countCached, openWithServiceWorker } from './support/service-worker-cache.ts';

test('logging out deletes the cached data', async ({ site }) => {
  const { page } = await openWithServiceWorker(site, await signUpFan(site.url, 'campion'));
  await page.goto('/my-predictions');
  // Wait for React to replace the prerendered button.
  await expect(page.getByRole('heading', { name: 'My Predictions' })).toBeVisible();
  await expect.poll(() => countCached(page, '/my-predictions')).toBe(1);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});

test.describe('logging out offline', () => {
  async function logOutOffline(site: Site, handle: string) {
    const fan = await signUpFan(site.url, handle);
    const visit = await openWithServiceWorker(site, fan);
    const { page } = visit;
    await page.goto('/my-predictions');
    await expect(page.getByRole('heading', { name: 'My Predictions' })).toBeVisible();
    await expect.poll(() => countCached(page, '/my-predictions')).toBe(1);
    await page.evaluate("localStorage.setItem('called-it:draft', 'of the fan')");
    await disconnect(site, visit);
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
    return { fan, ...visit };
  }

  /** Includes the session that the test uses for the API. */
  const countSessions = async (fan: Person) => (await fan.call(listSessions)).length;

  test('clears the device, and ends the session when the connection is back', async ({ site }) => {
    const { fan, page, context } = await logOutOffline(site, 'yaupon');
    // A response cached during the logout is deleted right afterwards.
    await expect.poll(() => countCached(page, '')).toBe(0);
    expect(await page.evaluate('localStorage.getItem("called-it:draft")')).toBeNull();
    await page.goto('/my-predictions');
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText(fan.username)).toHaveCount(0);
    await site.product.start();
    expect(await countSessions(fan)).toBe(2);
    await goOnline(context);
    await expect.poll(() => countSessions(fan)).toBe(1);
    // Wait for the response. Otherwise, the next page would send the logout again.
    const readPendingLogout = () => page.evaluate('localStorage.getItem("called-it:owed-logout")');
    await expect.poll(readPendingLogout).toBeNull();
    await signIn(page, fan);
    await page.goto('/');
    await expect(
      page.getByRole('heading', { name: `Welcome back, ${fan.username}!` }),
    ).toBeVisible();
  });

  test('shows the fan as signed out before the server has ended the session', async ({ site }) => {
    const { fan, ...visit } = await logOutOffline(site, 'tansy');
    const { page, context } = visit;
    await page.close();
    await reconnect(site, visit);
    const newPage = await context.newPage();
    await newPage.route('**/api/auth/logout', (route) => route.abort());
    await newPage.goto('/');
    await expect(newPage.getByRole('link', { name: 'Start Playing' }).first()).toBeVisible();
    await expect(newPage.getByText(fan.username)).toHaveCount(0);
    await unroute(newPage, '**/api/auth/logout');
    await newPage.reload();
    await expect.poll(() => countSessions(fan)).toBe(1);
  });
});

import { expect } from '@playwright/test';
import { removeServerFacts } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { unroute } from './support/network.ts';
import { type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';
import { findToast } from './support/toast.ts';

let fan: Person;
test.beforeAll(async ({ site }) => {
  fan = await signUpFan(site.url, 'campanula');
});

test('a page whose script is missing after an update offers a reload, and navigation still works', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan, allowErrors: true });
  await page.goto('/');
  // Wait for React to replace the prerendered links.
  await expect(page.getByRole('heading', { name: 'Welcome back, campanula!' })).toBeVisible();
  await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Something fell over back here' })).toBeVisible();
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await unroute(page, '**/assets/settings-page-*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
});

test('a missing frame script leaves a link to the home page', async ({ site }) => {
  const { page } = await site.visit({ as: fan, allowErrors: true });
  await page.route('**/assets/frame-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/shows');
  await expect(page.getByRole('heading', { name: 'Something fell over back here' })).toBeVisible();
  await unroute(page, '**/assets/frame-*.js');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, campanula!' })).toBeVisible();
});

test('a toast appears once its script loads after a failure', async ({ site }) => {
  const { page } = await site.visit({ as: fan, allowErrors: true });
  const toaster = /\/assets\/toaster-[^/]*\.js/;
  let abortCount = 0;
  await page.route(toaster, (route) => {
    abortCount += 1;
    return route.abort();
  });
  await page.goto('/settings');
  await expect.poll(() => abortCount).toBeGreaterThan(0);
  await settled(page);
  await unroute(page, toaster);
  await page.getByLabel('Home venue').fill('The Barn');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(findToast(page).getByText('Success', { exact: true })).toBeVisible();
});

test('returning to the schedule restores all shows and the scroll position in the first render', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan });
  // Records the number of tickets in each first render of the list.
  await page.addInitScript(`
    window.drawn = [];
    let wasThere = false;
    new MutationObserver(() => {
      const isThere = document.querySelector('#upcoming') !== null;
      if (isThere && !wasThere) drawn.push(document.querySelectorAll('main article').length);
      wasThere = isThere;
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto('/shows');
  await expect(page.getByRole('button', { name: 'Older shows' })).toBeVisible();
  const total = await page.locator('main article').count();
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1_500);
  const middle = await page.evaluate(findMiddleTicket);
  expect(middle).not.toBe('');
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Older shows' })).toBeVisible();
  const [first, second] = await page.evaluate<number[]>('window.drawn');
  expect(first).toBeLessThan(total);
  expect(second).toBe(total);
  // Tickets that weren't rendered yet have estimated heights, so the position may differ.
  await expect(
    page.getByRole('article').filter({ has: page.getByRole('heading', { name: middle }) }),
  ).toBeInViewport();
});

function findMiddleTicket(): string {
  const tickets = [...document.querySelectorAll('main article')];
  const middle = tickets.find(
    (ticket) => ticket.getBoundingClientRect().bottom > window.innerHeight / 2,
  );
  return middle?.querySelector('h2, h3, h4')?.textContent ?? '';
}

test('the sign-in page says why a visitor must sign in, and a new account leads to the requested page', async ({
  site,
}) => {
  const { page } = await site.visit();
  const explanation = page.getByText('This page is for signed-in fans.');
  await page.goto('/login');
  await expect(page.getByText('Your picks are where you left them.')).toBeVisible();
  await expect(explanation).toHaveCount(0);
  await page.goto('/song-database?tab=tours');
  await expect(explanation).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await expect(explanation).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill('sotol@example.com');
  await page.getByLabel('Username').fill('sotol');
  await page.getByLabel('Password', { exact: true }).fill('a good long one');
  await page.getByLabel('Confirm password').fill('a good long one');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Song Database' })).toBeVisible();
  expect(page.url()).toBe(`${site.url}/song-database?tab=tours`);
});

test('shows a placeholder until the viewer is known, and an error with a retry if the server is down', async ({
  site,
}) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/');
  await removeServerFacts(page);
  let respond = () => {};
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    await released;
    await route.abort();
  });
  await page.goto('/shows');
  await expect(page.getByRole('status').getByText('Loading the page')).toBeAttached();
  respond();
  await expect(
    page.getByText("The server can't be reached. Your connection may be down."),
  ).toBeVisible();
  await unroute(page, '**/api/auth/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Show Schedule' })).toBeVisible();
});

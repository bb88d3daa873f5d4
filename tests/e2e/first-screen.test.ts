import { expect, type Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { pressEscape } from './support/keyboard.ts';
import { play, playWholeShow, predict, setStatus } from './support/live-show.ts';
import { type LoadReport, WATCH_LOAD } from './support/load-report.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

const SCREENS = [
  ...['/', '/game', '/shows', '/my-predictions', '/show-leaderboard', '/leaderboard', '/house'],
  ...['/live-setlist', '/statistics', '/song-database', '/forums', '/settings', '/about'],
];

let fan: Person;
test.beforeAll(async ({ site, admin, songs }) => {
  fan = await signUpFan(site.url, 'linnea');
  const bystander = await signUpFan(site.url, 'bystander');
  const show = await addShow(admin, 'The Night of the First Screen', 90);
  for (const person of [fan, bystander]) await predict(person, show, songs.slice(0, 20));
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 4));
});

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`while a show is live, every screen loads on ${device} from few files without layout shifts or requests`, async ({
    site,
  }) => {
    const { page, context } = await site.visit({
      as: fan,
      viewport,
      reducedMotion: 'no-preference',
    });
    await context.addCookies([timeZoneCookie(site.url)]);
    await page.addInitScript(WATCH_LOAD);
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page, { hasSocket: false });
      const measurements = await page.evaluate<LoadReport>('window.reportLoad()');
      expect(measurements.shift, `things that moved on ${path}`).toBeLessThanOrEqual(0.02);
      expect(measurements.violations, `CSP violations on ${path}`).toEqual([]);
      expect(measurements.scripts.length, `${measurements.scripts} on ${path}`).toBeLessThanOrEqual(
        12,
      );
      const calls = measurements.calls.filter(
        (call) => !/my-predictions|sessions|credentials|notices|calendar|tokens/.test(call),
      );
      expect(calls, `calls of ${path}`).toEqual([]);
    }
  });

test('a fan reads the first screen before the app loads, and the app keeps it', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Night Before the Script', 30 * 60);
  const { id } = await predict(fan, show, songs.slice(2, 5));
  const next = await addShow(admin, 'The Night of the Empty Sheet', 40 * 60);
  const played = await addShow(admin, 'The Night of the Unseen Result', 20 * 60);
  await predict(fan, played, songs.slice(0, 3));
  await playWholeShow(admin, played, songs.slice(0, 2));
  const board = `/api/leaderboard/show/${played.id}`;
  const expectedCalls: Record<string, string[]> = {
    // The rank in a result that this device hasn't shown yet.
    '/': [board, `${board}/me`],
    // The selected tab loads its own songs.
    '/song-database': ['/api/statistics/top-songs'],
  };
  const { page } = await site.visit({ as: fan, viewport: PHONE, reducedMotion: 'no-preference' });
  await page.addInitScript(WATCH_LOAD);
  // The first visit sends the time zone to the server.
  await page.goto('/about');
  for (const [path, text] of [
    ['/', show.name],
    ['/game', next.name],
    [`/game?show=${next.id}`, next.name],
    [`/game?show=${show.id}&edit=${id}`, show.name],
    ['/song-database', /\d+ songs/],
  ] as const) {
    const release = await delayApp(page);
    // A new or busy server sends the page without its first screen.
    const readMarker = async () => {
      await page.goto(path, { waitUntil: 'commit' });
      return page.locator('#root').getAttribute('data-prerendered');
    };
    await expect.poll(readMarker, { timeout: 0 }).toBe('page');
    await expect(page.getByRole('main')).toContainText(text);
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    if (!heading) throw new Error(`${path} has no heading`);
    await expect.poll(() => page.evaluate('window.largestPaint()')).not.toBeNull();
    const painted = await page.evaluate('window.largestPaint()');
    if (path === '/song-database') await page.getByRole('tab', { name: 'Top' }).click();
    release();
    // React marks the elements that it hydrates.
    await expect
      .poll(() => heading.evaluate((element) => Object.keys(element).join()))
      .toContain('__reactFiber');
    await settled(page, { hasSocket: false });
    expect(await heading.evaluate((element) => element.isConnected), `heading of ${path}`).toBe(
      true,
    );
    expect(await page.evaluate('window.largestPaint()'), `largest paint of ${path}`).toBe(painted);
    const { shift, violations, calls } = await page.evaluate<LoadReport>('window.reportLoad()');
    expect(shift, `things that moved on ${path}`).toBeLessThanOrEqual(0.02);
    expect(violations).toEqual([]);
    expect(calls.sort(), `calls of ${path}`).toEqual(expectedCalls[path] ?? []);
    if (path === '/')
      await expect(page.getByRole('region', { name: 'Your result is in' })).toContainText('of 1');
  }
  await expect(page.getByRole('tab', { name: 'Top', selected: true })).toBeVisible();
});

test("a visitor's pages send no request that is rejected", async ({ site }) => {
  const { page } = await site.visit();
  const rejectedUrls: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) rejectedUrls.push(response.url());
  });
  for (const path of ['/', '/predict', '/login', '/signup', '/about', '/rules', '/contact']) {
    await page.goto(path);
    await settled(page, { hasSocket: false });
  }
  expect(rejectedUrls).toEqual([]);
});

async function delayApp(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/frame-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Set by an earlier visit, so that the server renders the first screen. */
const timeZoneCookie = (url: string) => ({ name: 'time_zone', value: 'America/New_York', url });

const isCollapsed = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Toggle sidebar', expanded: false });

test('pressing Ctrl+B once before the app loads collapses the sidebar, and twice leaves it open', async ({
  site,
}) => {
  const { page, context } = await site.visit({ as: fan });
  for (const [times, isFolded] of [
    [1, 1],
    [2, 0],
  ] as const) {
    await context.clearCookies({ name: 'sidebar_state' });
    await context.addCookies([timeZoneCookie(site.url)]);
    const release = await delayApp(page);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Toggle sidebar' })).toBeVisible();
    for (let time = 0; time < times; time++) await page.keyboard.press('Control+b');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(isCollapsed(page)).toHaveCount(isFolded);
    await page.keyboard.press('Control+b');
    await expect(isCollapsed(page)).toHaveCount(1 - isFolded);
  }
});

test('Ctrl+B works from the first render on', async ({ site }) => {
  const { page } = await site.visit({ as: fan });
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main h1')) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, bubbles: true }),
      );
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(isCollapsed(page)).toHaveCount(1);
});

test('a tap on a button of the frame before the app loads opens its menu', async ({ site }) => {
  const { page, context } = await site.visit({ as: fan, viewport: PHONE });
  await context.addCookies([timeZoneCookie(site.url)]);
  for (const [name, path, role, entry] of [
    ['Toggle sidebar', '/', 'dialog', 'Show Leaderboard'],
    ['More', '/', 'dialog', 'Show Leaderboard'],
    ['Account', '/', 'menu', 'Settings'],
    // The server renders only this page's frame.
    ['Account', '/shows', 'menu', 'Settings'],
  ] as const) {
    const release = await delayApp(page);
    await page.goto(path);
    await page.getByRole('button', { name }).click();
    release();
    const menu = page.getByRole(role).filter({ hasText: entry });
    await expect(menu).toBeVisible();
    await pressEscape(page);
    await expect(menu).toBeHidden();
  }
});

test('the theme changes before the app loads', async ({ site }) => {
  const { page } = await site.visit();
  const release = await delayApp(page);
  await page.goto('/');
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  release();
});

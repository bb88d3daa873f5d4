import type { Browser, BrowserContext, Cookie } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { TIME_ZONE_COOKIE } from '#contract/first-reads.ts';
import { compare, compareWithTarget, type Finding, median } from './support/compare.ts';
import { findOpenGame } from './support/open-game.ts';
import { ADMIN, openPhone, openSlowPage, withProduct } from './support/slow-phone.ts';

// Measures the paints of a signed-in fan's screens on a slow phone with an empty cache, with and
// without the first screen that the server renders.

/** Target for the time from the first to the largest paint. */
const TARGET_LARGEST_AFTER_FIRST_MS = 300;

const TARGET_LAYOUT_SHIFT = 0.02;

const ROUND_COUNT = 5;

/** The server sends a page without its first screen if rendering takes longer. */
const ALWAYS_RENDERED = { FIRST_SCREEN_BUDGET_MS: '60000' };

export function measurePaints(): Promise<Finding[]> {
  return withProduct(async (browser, url) => {
    const screens = ['/', await findOpenGame(url), '/song-database'];
    const rounds: Paints[] = [];
    const firstPaint = await compare({
      benchmark: 'paints: first',
      unit: 'ms',
      rounds: ROUND_COUNT,
      product: async () => {
        const paints = await measureScreens(browser, url, screens, { isRendered: true });
        rounds.push(paints);
        return paints.firstMs;
      },
      baseline: async () => {
        const paints = await measureScreens(browser, url, screens, { isRendered: false });
        return paints.firstMs;
      },
      threshold: { atMost: 1.1 },
    });
    return [
      firstPaint,
      compareWithTarget({
        benchmark: 'paints: largest after the first',
        unit: 'ms',
        product: median(rounds.map(({ largestAfterFirstMs }) => largestAfterFirstMs)),
        target: TARGET_LARGEST_AFTER_FIRST_MS,
      }),
      compareWithTarget({
        benchmark: 'paints: layout shift',
        unit: 'CLS',
        product: Math.max(...rounds.map(({ layoutShift }) => layoutShift)),
        target: TARGET_LAYOUT_SHIFT,
      }),
    ];
  }, ALWAYS_RENDERED);
}

/** The worst value among the screens. */
interface Paints {
  firstMs: number;
  largestAfterFirstMs: number;
  layoutShift: number;
}

async function measureScreens(
  browser: Browser,
  url: string,
  screens: readonly string[],
  { isRendered }: { isRendered: boolean },
): Promise<Paints> {
  const results: Measurement[] = [];
  for (const path of screens) {
    const phone = await openPhone(browser, url);
    await phone.request.post(login.path, { data: ADMIN });
    // A device's first page reports the time zone. The server renders first screens from then on.
    if (isRendered) await phone.addCookies([await readTimeZoneCookie(browser, url)]);
    results.push(await measurePage(phone, path, isRendered));
    await phone.close();
  }
  return {
    firstMs: Math.max(...results.map(({ first }) => first)),
    largestAfterFirstMs: Math.max(...results.map(({ first, largest }) => largest - first)),
    layoutShift: Math.max(...results.map(({ shift }) => shift)),
  };
}

let timeZoneCookie: Cookie | undefined;

/** Returns the cookie that the app sets on a device's first page. */
async function readTimeZoneCookie(browser: Browser, url: string): Promise<Cookie> {
  if (timeZoneCookie) return timeZoneCookie;
  const phone = await openPhone(browser, url);
  await phone.request.post(login.path, { data: ADMIN });
  const page = await phone.newPage();
  await page.goto('/', { waitUntil: 'networkidle' });
  timeZoneCookie = (await phone.cookies()).find(({ name }) => name === TIME_ZONE_COOKIE);
  await phone.close();
  if (!timeZoneCookie) throw new Error('The app did not set the time zone cookie');
  return timeZoneCookie;
}

interface Measurement {
  /** Time of the first contentful paint, in milliseconds. */
  first: number;
  /** Time of the largest contentful paint, in milliseconds. */
  largest: number;
  /** The cumulative layout shift. */
  shift: number;
  /** Whether the HTML contained the screen. */
  isRendered: boolean;
}

async function measurePage(
  phone: BrowserContext,
  path: string,
  isRendered: boolean,
): Promise<Measurement> {
  const page = await openSlowPage(phone, MEASURE_SCRIPT);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const measurement = await page.evaluate<Measurement>('window.paints');
  await page.close();
  if (measurement.isRendered !== isRendered)
    throw new Error(`The server sent ${path} ${isRendered ? 'without' : 'with'} its first screen`);
  return measurement;
}

const MEASURE_SCRIPT = `
  window.paints = { first: Infinity, largest: 0, shift: 0, isRendered: false };
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.first = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => { paints.largest = startTime; });
  observe('layout-shift', ({ value }) => { paints.shift += value; });
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive')
      paints.isRendered = document.querySelector('main h1') !== null;
  });`;

import type { Browser, BrowserContext } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { createSong, listSongs } from '#contract/songs.ts';
import { compare, compareWithTarget, type Finding, median } from './support/compare.ts';
import { findOpenGame, signIn } from './support/open-game.ts';
import { ADMIN, openPhone, openSlowPage, withProduct } from './support/slow-phone.ts';

// Measures how long a signed-in fan waits on a slow phone. A benchmark of several screens visits
// each of them several times and reports the median of the slowest.

const SCREENS = ['/', '/game', '/shows', '/my-predictions', '/leaderboard', '/song-database'];

/** Until a screen's text is visible, on the first and on the second visit. */
const TARGET_COLD_MS = 2_500;
const TARGET_REVISIT_MS = 1_200;

/** How long a long list may block the page when it opens and on a key press. */
const TARGET_BLOCKED_MS = 200;
const TARGET_KEY_MS = 50;

/** Visits per screen. The blocked time of long lists varies most, because few tasks count. */
const ROUND_COUNT = 3;
const LIST_ROUND_COUNT = 9;

const SONG_COUNT = 2_000;

export function measureColdScreens(): Promise<Finding> {
  return compareScreens('cold-screens', TARGET_COLD_MS, async (browser, url) => {
    const times: number[] = [];
    for (const path of SCREENS) {
      const phone = await openSignedInPhone(browser, url);
      times.push((await visit(phone, path)).painted);
      await phone.close();
    }
    return times;
  });
}

export function measureSecondVisit(): Promise<Finding> {
  return compareScreens('second-visit', TARGET_REVISIT_MS, async (browser, url) => {
    const phone = await openSignedInPhone(browser, url);
    const times: number[] = [];
    for (const path of SCREENS) {
      await visit(phone, path);
      times.push((await visit(phone, path)).painted);
    }
    await phone.close();
    return times;
  });
}

/** Sums the time by which tasks exceed 50 ms while a page with a long list opens. */
export function measureLongLists(): Promise<Finding> {
  const measure: Measure = async (browser, url) => {
    const times: number[] = [];
    for (const path of ['/song-database', await findOpenGame(url)]) {
      const phone = await openSignedInPhone(browser, url);
      times.push((await visit(phone, path)).blocked);
      await phone.close();
    }
    return times;
  };
  return compareScreens('long-lists', TARGET_BLOCKED_MS, measure, LIST_ROUND_COUNT);
}

/** Measures the longest task while typing a search among 2,000 songs, without throttling. */
export function measureTyping(): Promise<Finding> {
  return withProduct(async (browser, url) => {
    await addSongs(url);
    return compare({
      benchmark: 'typing',
      unit: 'ms',
      rounds: 3,
      product: () => measureLongestTask(browser, url),
      baseline: async () => TARGET_KEY_MS,
      threshold: { atMost: 1 },
    });
  });
}

type Measure = (browser: Browser, url: string) => Promise<number[]>;

function compareScreens(
  benchmark: string,
  targetMs: number,
  measure: Measure,
  roundCount = ROUND_COUNT,
): Promise<Finding> {
  return withProduct(async (browser, url) => {
    // The first round warms up the server and isn't counted.
    await measure(browser, url);
    const rounds: number[][] = [];
    while (rounds.length < roundCount) rounds.push(await measure(browser, url));
    const medians = rounds[0]?.map((_, screen) =>
      median(rounds.map((times) => times[screen] ?? Number.NaN)),
    );
    return compareWithTarget({
      benchmark,
      unit: 'ms',
      product: Math.max(...(medians ?? [])),
      target: targetMs,
    });
  });
}

async function openSignedInPhone(browser: Browser, url: string): Promise<BrowserContext> {
  const phone = await openPhone(browser, url);
  const response = await phone.request.post(login.path, { data: ADMIN });
  if (!response.ok()) throw new Error(`The sign-in returned ${response.status()}`);
  return phone;
}

async function visit(phone: BrowserContext, path: string): Promise<Measurement> {
  const page = await openSlowPage(phone, MEASURE_SCRIPT);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const measurement = await page.evaluate<Measurement>('window.whenPainted');
  await page.close();
  return measurement;
}

async function measureLongestTask(browser: Browser, url: string): Promise<number> {
  const phone = await openSignedInPhone(browser, url);
  const page = await phone.newPage();
  await page.addInitScript(MEASURE_SCRIPT);
  await page.goto('/song-database', { waitUntil: 'networkidle' });
  await page.evaluate('window.watched.longest = 0');
  await page.getByPlaceholder('Search songs...').pressSequentially('number 1', { delay: 120 });
  const { longest } = await page.evaluate<Measurement>('window.watched');
  await phone.close();
  return longest;
}

async function addSongs(url: string): Promise<void> {
  const admin = await signIn(url);
  const { length } = await admin.call(listSongs);
  for (let n = length; n < SONG_COUNT; n += 1)
    await admin.call(createSong, { body: { title: `Song number ${n}` } });
}

interface Measurement {
  painted: number;
  blocked: number;
  longest: number;
}

const MEASURE_SCRIPT = `
  let resolvePainted;
  window.whenPainted = new Promise((resolve) => { resolvePainted = resolve; });
  window.watched = { painted: Infinity, blocked: 0, longest: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      watched.blocked += duration - 50;
      watched.longest = Math.max(watched.longest, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { watched.painted = performance.now();
      resolvePainted(watched);
    }));
  }).observe(document, { childList: true, subtree: true });`;

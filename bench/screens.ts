import type { Browser, BrowserContext } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { listShows, predictionsLockAt } from '#contract/shows.ts';
import { createSong, listSongs } from '#contract/songs.ts';
import { newPerson } from '../scripts/api-person.ts';
import { compare, type Finding } from './support/compare.ts';
import { ADMIN, newPhone, openSlowPage, withProduct } from './support/slow-phone.ts';

// What a signed-in fan waits for on a slow phone. Where a bench goes through several screens, its
// figure is that of the slowest.

const SCREENS = ['/', '/game', '/shows', '/my-predictions', '/leaderboard', '/song-database'];

/** Within which a screen's text is to be seen: with nothing cached, and when it was there before. */
const PROMISED_COLD_MS = 2_500;
const PROMISED_AGAIN_MS = 1_200;

/** How long a long list may keep the page from answering, as it opens and at a key. */
const PROMISED_BLOCKED_MS = 200;
const PROMISED_KEY_MS = 50;

const MANY_SONGS = 2_000;

export function coldScreens(): Promise<Finding> {
  return promised('cold-screens', PROMISED_COLD_MS, async (browser, url) => {
    const times: number[] = [];
    for (const path of SCREENS) {
      const phone = await signedInPhone(browser, url);
      times.push((await visit(phone, path)).painted);
      await phone.close();
    }
    return Math.max(...times);
  });
}

export function secondVisit(): Promise<Finding> {
  return promised('second-visit', PROMISED_AGAIN_MS, async (browser, url) => {
    const phone = await signedInPhone(browser, url);
    const times: number[] = [];
    for (const path of SCREENS) {
      await visit(phone, path);
      times.push((await visit(phone, path)).painted);
    }
    await phone.close();
    return Math.max(...times);
  });
}

/** The sum of what tasks took beyond 50 ms each, while the page opened. */
export function longLists(): Promise<Finding> {
  return promised('long-lists', PROMISED_BLOCKED_MS, async (browser, url) => {
    const times: number[] = [];
    for (const path of ['/song-database', await gameOf(url)]) {
      const phone = await signedInPhone(browser, url);
      times.push((await visit(phone, path)).blocked);
      await phone.close();
    }
    return Math.max(...times);
  });
}

/** The longest task while a search is typed among 2,000 songs, on the machine as it is. */
export function typing(): Promise<Finding> {
  return withProduct(async (browser, url) => {
    await addSongs(url);
    return compare({
      bench: 'typing',
      unit: 'ms',
      rounds: 3,
      ours: () => longestWhileTyping(browser, url),
      baseline: async () => PROMISED_KEY_MS,
      bar: { atMost: 1 },
    });
  });
}

function promised(
  bench: string,
  ms: number,
  measure: (browser: Browser, url: string) => Promise<number>,
): Promise<Finding> {
  return withProduct((browser, url) =>
    compare({
      bench,
      unit: 'ms',
      rounds: 3,
      ours: () => measure(browser, url),
      baseline: async () => ms,
      bar: { atMost: 1 },
    }),
  );
}

/** The page that predicts a show, with every song to choose from. */
async function gameOf(url: string): Promise<string> {
  const fan = await signedIn(url);
  const shows = await fan.call(listShows);
  const next = shows.find((show) => show.status === 'open' && predictionsLockAt(show) > Date.now());
  if (!next) throw new Error('No show can be predicted');
  return `/game?show=${next.id}`;
}

async function signedInPhone(browser: Browser, url: string): Promise<BrowserContext> {
  const phone = await newPhone(browser, url);
  const answer = await phone.request.post(login.path, { data: ADMIN });
  if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}`);
  return phone;
}

async function visit(phone: BrowserContext, path: string): Promise<Watched> {
  const page = await openSlowPage(phone, WATCH);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const watched = await page.evaluate<Watched>('window.whenPainted');
  await page.close();
  return watched;
}

async function longestWhileTyping(browser: Browser, url: string): Promise<number> {
  const phone = await signedInPhone(browser, url);
  const page = await phone.newPage();
  await page.addInitScript(WATCH);
  await page.goto('/song-database', { waitUntil: 'networkidle' });
  await page.evaluate('window.watched.longest = 0');
  await page.getByPlaceholder('Search songs...').pressSequentially('number 1', { delay: 120 });
  const { longest } = await page.evaluate<Watched>('window.watched');
  await phone.close();
  return longest;
}

async function signedIn(url: string) {
  const person = newPerson(url).in();
  await person.call(login, { body: ADMIN });
  return person;
}

async function addSongs(url: string): Promise<void> {
  const admin = await signedIn(url);
  const { length } = await admin.call(listSongs);
  for (let n = length; n < MANY_SONGS; n += 1)
    await admin.call(createSong, { body: { title: `Song number ${n}` } });
}

interface Watched {
  /** When the page's title was on the screen. */
  painted: number;
  blocked: number;
  /** The longest task. */
  longest: number;
}

const WATCH = `
  let tellPainted;
  window.whenPainted = new Promise((resolve) => { tellPainted = resolve; });
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
      tellPainted(watched);
    }));
  }).observe(document, { childList: true, subtree: true });`;

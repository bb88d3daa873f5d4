import type { Browser, BrowserContext } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { listShows, predictionsLockAt } from '#contract/shows.ts';
import { createSong, listSongs } from '#contract/songs.ts';
import { newPerson } from '../tools/api-client.ts';
import { againstPromise, compare, type Finding, median } from './support/compare.ts';
import { ADMIN, newPhone, openSlowPage, withProduct } from './support/slow-phone.ts';

// What a signed-in fan waits for on a slow phone. A bench that goes through several screens goes through
// them several times; its figure is that of the screen whose median is the slowest.

const SCREENS = ['/', '/game', '/shows', '/my-predictions', '/leaderboard', '/song-database'];

/** Within which a screen's text is to be seen: with nothing cached, and when it was there before. */
const PROMISED_COLD_MS = 2_500;
const PROMISED_AGAIN_MS = 1_200;

/** How long a long list may keep the page from answering, as it opens and at a key. */
const PROMISED_BLOCKED_MS = 200;
const PROMISED_KEY_MS = 50;

/** So often each screen is visited: what a long list takes is counted in few tasks, and differs most. */
const ROUNDS = 3;
const ROUNDS_OF_LISTS = 9;

const MANY_SONGS = 2_000;

export function coldScreens(): Promise<Finding> {
  return promised('cold-screens', PROMISED_COLD_MS, async (browser, url) => {
    const times: number[] = [];
    for (const path of SCREENS) {
      const phone = await signedInPhone(browser, url);
      times.push((await visit(phone, path)).painted);
      await phone.close();
    }
    return times;
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
    return times;
  });
}

/** The sum of what tasks took beyond 50 ms each, while the page opened. */
export function longLists(): Promise<Finding> {
  const measure: Measure = async (browser, url) => {
    const times: number[] = [];
    for (const path of ['/song-database', await gameOf(url)]) {
      const phone = await signedInPhone(browser, url);
      times.push((await visit(phone, path)).blocked);
      await phone.close();
    }
    return times;
  };
  return promised('long-lists', PROMISED_BLOCKED_MS, measure, ROUNDS_OF_LISTS);
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

/** What each screen took. */
type Measure = (browser: Browser, url: string) => Promise<number[]>;

function promised(
  bench: string,
  ms: number,
  measure: Measure,
  howOften = ROUNDS,
): Promise<Finding> {
  return withProduct(async (browser, url) => {
    // The first round warms up and is thrown away.
    await measure(browser, url);
    const rounds: number[][] = [];
    while (rounds.length < howOften) rounds.push(await measure(browser, url));
    const medians = rounds[0]?.map((_, screen) =>
      median(rounds.map((times) => times[screen] ?? Number.NaN)),
    );
    return againstPromise({
      bench,
      unit: 'ms',
      ours: Math.max(...(medians ?? [])),
      promised: ms,
    });
  });
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

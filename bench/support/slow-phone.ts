import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchBrowser, PHONE } from '../../tests/support/browser.ts';
import { startServer } from './processes.ts';

export const ADMIN = { email: 'bench@example.com', password: 'as slow as it gets' };

/** DevTools' "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** A person's phone: what it fetched once it may keep. */
export function newPhone(browser: Browser, url: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, viewport: PHONE, deviceScaleFactor: 2 });
}

/**
 * Rounds of the small work of `speedOf` that the phone does in a millisecond: a quarter of what one core
 * of the machine in docs/performance.md does at its quietest.
 */
const PHONE_SPEED = 22;

/**
 * A page on it: the slow phone's CPU, slow 4G. The CPU is slowed down to the phone's speed, not by a
 * fixed factor, so that it is the same phone on a fast machine and on a busy one. `watch` runs in each
 * of its documents, before all else.
 */
export async function openSlowPage(phone: BrowserContext, watch = ''): Promise<Page> {
  const page = await phone.newPage();
  const devtools = await phone.newCDPSession(page);
  const rate = Math.max(1, (await speedOf(page)) / PHONE_SPEED);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  if (watch) await page.addInitScript(watch);
  return page;
}

/**
 * Rounds of a small work a millisecond, over half a second in which its code is warm. Not the best moment
 * of it: a core that is shared goes at two thirds of its speed for some tenths of a second, and so will it
 * during the visit.
 */
function speedOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const songs = Array.from({ length: 50 }, (_, n) => ({ id: `song-${n * 7919}`, plays: n % 13 }));
    // What runs warm is the last.
    const [, speed = Number.NaN] = [60, 500].map((ms) => {
      const begun = performance.now();
      let rounds = 0;
      for (; performance.now() - begun < ms; rounds += 1) {
        const copy: typeof songs = JSON.parse(JSON.stringify(songs));
        copy.sort((a, b) => a.plays - b.plays || (a.id < b.id ? -1 : 1));
      }
      return rounds / (performance.now() - begun);
    });
    return speed;
  });
}

/** The built product on a folder of its own, and a browser, until `measure` is done. */
export async function withProduct<Result>(
  measure: (browser: Browser, url: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const product = await startServer(() => ['dist/server/main.js'], '/readyz', {
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const browser = await launchBrowser();
  try {
    return await measure(browser, product.url);
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

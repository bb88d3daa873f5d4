import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { launchBrowser, PHONE } from '../../tests/support/browser.ts';
import { startServer } from './processes.ts';

export const ADMIN = { email: 'bench@example.com', password: 'as slow as it gets' };

/** DevTools' "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms per round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

export function openPhone(browser: Browser, url: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, viewport: PHONE, deviceScaleFactor: 2 });
}

/** Rounds of `measureSpeed` per ms on the phone: a quarter of a core (docs/performance.md). */
const PHONE_SPEED = 22;

/**
 * Slows the CPU and the network down. The rate depends on the machine's current speed, so that the
 * phone is equally slow on a busy machine. `watch` runs first in every document.
 */
export async function openSlowPage(phone: BrowserContext, watch = ''): Promise<Page> {
  const page = await phone.newPage();
  const devtools = await phone.newCDPSession(page);
  const rate = Math.max(1, (await measureSpeed(page)) / PHONE_SPEED);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  if (watch) await page.addInitScript(watch);
  return page;
}

/** Returns an average, because a shared core can drop to two thirds of its speed for a moment. */
function measureSpeed(page: Page): Promise<number> {
  return page.evaluate(() => {
    const songs = Array.from({ length: 50 }, (_, n) => ({ id: `song-${n * 7919}`, plays: n % 13 }));
    // The last result is from warm code.
    const [, speed = Number.NaN] = [60, 500].map((ms) => {
      const startedAt = performance.now();
      let rounds = 0;
      for (; performance.now() - startedAt < ms; rounds += 1) {
        const copy: typeof songs = JSON.parse(JSON.stringify(songs));
        copy.sort((a, b) => a.plays - b.plays || (a.id < b.id ? -1 : 1));
      }
      return rounds / (performance.now() - startedAt);
    });
    return speed;
  });
}

export async function withProduct<Result>(
  measure: (browser: Browser, url: string) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const product = await startServer(() => ['dist/server/main.js'], '/readyz', {
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
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

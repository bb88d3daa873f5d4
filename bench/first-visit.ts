import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, PHONE } from '../tests/support/browser.ts';
import { compare, type Finding } from './support/compare.ts';
import { startServer } from './support/processes.ts';

/** Within which the landing page's text is to be seen. */
const PROMISED_MS = 2_500;

/** DevTools' "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/**
 * A first visit of the landing page on a slow phone: 4× slower CPU, slow 4G, nothing cached.
 * Milliseconds until its headline is painted, beside what is promised.
 */
export async function firstVisit(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const product = await startServer(() => ['dist/server/main.js'], '/readyz', { DATA_DIR: folder });
  const browser = await launchBrowser();
  try {
    return await compare({
      bench: 'first-visit',
      unit: 'ms',
      rounds: 5,
      ours: () => headlinePainted(browser, product.url),
      baseline: async () => PROMISED_MS,
      bar: { atMost: 1 },
    });
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function headlinePainted(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'networkidle' });
  const painted = await page.evaluate<{ tag: string; time: number }>(LARGEST_PAINT);
  await context.close();
  if (painted.tag !== 'H1') throw new Error(`The largest thing is no headline: ${painted.tag}`);
  return painted.time;
}

/** Runs in the page, whose names this program's types don't know. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const { element, startTime } = list.getEntries().at(-1);
    resolve({ tag: element?.tagName, time: startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

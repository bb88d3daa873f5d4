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

/** A page on it: 4× slower CPU, slow 4G. `watch` runs in each of its documents, before all else. */
export async function openSlowPage(phone: BrowserContext, watch = ''): Promise<Page> {
  const page = await phone.newPage();
  const devtools = await phone.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (watch) await page.addInitScript(watch);
  return page;
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

import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { findChromium } from './installed-programs.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** The system's Chromium, as journeys and benches start it. */
export function chromiumOptions(): LaunchOptions {
  return {
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  };
}

export async function launchBrowser(): Promise<Browser> {
  if (!findChromium()) throw new Error('No Chromium on this machine: see the README.');
  return chromium.launch(chromiumOptions());
}

/** From now on the page is told nothing ahead: it asks the server itself, as in development. */
export async function withoutFacts(page: Page): Promise<void> {
  await page.addInitScript(`new MutationObserver(() =>
    document.getElementById('facts')?.remove(),
  ).observe(document, { childList: true, subtree: true });`);
}

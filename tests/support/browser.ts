import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { findChromium } from './installed-programs.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Features of full Chromium that run in every window and take a quarter of a journey's time. */
const WINDOW_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
];

/** Chromium uses only the last `--disable-features`, so repeat what Playwright disables. */
const DISABLED_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
];

export function buildChromiumOptions(options: { whole?: boolean } = {}): LaunchOptions {
  const features = [...DISABLED_BY_PLAYWRIGHT, ...WINDOW_FEATURES];
  return {
    executablePath: findChromium(options) ?? 'chromium',
    args: [
      ...['--no-sandbox', '--disable-quic', '--disable-background-networking'],
      ...['--disable-gpu', '--in-process-gpu'],
      `--disable-features=${features.join()}`,
    ],
  };
}

export async function launchBrowser(): Promise<Browser> {
  if (!findChromium()) throw new Error('Chromium is not installed. See the README.');
  return chromium.launch(buildChromiumOptions());
}

/** Removes the data that the server embeds in its HTML, so that the page fetches it. */
export async function removeServerFacts(page: Page): Promise<void> {
  await page.addInitScript(`new MutationObserver(() =>
    document.getElementById('facts')?.remove(),
  ).observe(document, { childList: true, subtree: true });`);
}

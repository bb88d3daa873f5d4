import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { findChromium } from './installed-programs.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** What a whole browser does beside the page, for every window anew: a quarter of a journey's work. */
const BESIDE_THE_PAGE = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess'],
];

/** Of two lists of features the last one counts, so what Playwright turns off is in ours as well. */
const OFF_FOR_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
];

/** The system's Chromium, as journeys and benches start it. */
export function chromiumOptions(kind: { whole?: boolean } = {}): LaunchOptions {
  const features = [...OFF_FOR_PLAYWRIGHT, ...BESIDE_THE_PAGE];
  return {
    executablePath: findChromium(kind) ?? 'chromium',
    args: [
      ...['--no-sandbox', '--disable-quic', '--disable-background-networking'],
      ...['--disable-gpu', '--in-process-gpu'],
      `--disable-features=${features.join()}`,
    ],
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

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from './installed-programs.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** What pages complained of: anything here fails the journey at its end. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

export interface VisitOptions {
  viewport?: { width: number; height: number };
  /** A phone in earnest: fingers, and a page that zooms out where it is too wide. */
  isPhone?: boolean;
  serviceWorkers?: 'allow';
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium on this machine: see the README.');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
}

/** A browser of its own for one person: no cookies, no cache. */
export async function openVisit(
  browser: Browser,
  url: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: options.viewport ?? (options.isPhone ? PHONE : DESKTOP),
    isMobile: options.isPhone ?? false,
    hasTouch: options.isPhone ?? false,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // What a worker fetches passes by the routes that a journey sets up.
    serviceWorkers: options.serviceWorkers ?? 'block',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) complaints.push(message.text());
  });
  return { page, context, complaints };
}

/** Chromium logs every refused request as an error; the journeys assert what the page says of it. */
function isExpected(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.startsWith('WebSocket connection to');
}

/** Signs in by the login form. */
export async function signInByForm(
  page: Page,
  person: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: /^Welcome back, / }).waitFor();
}

/** From now on the page is told nothing ahead: it asks the server itself, as in development. */
export async function withoutFacts(page: Page): Promise<void> {
  await page.addInitScript(`new MutationObserver(() =>
    document.getElementById('facts')?.remove(),
  ).observe(document, { childList: true, subtree: true });`);
}

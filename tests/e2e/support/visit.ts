import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { type Account, signIn } from './people.ts';
import { watchActivity } from './settled.ts';

export interface Visit {
  page: Page;
  context: BrowserContext;
  /**
   * Errors that its pages logged, and disallowed requests that they made. Any entry fails the test.
   */
  errors: string[];
}

export interface VisitOptions {
  as?: Account;
  baseURL?: string;
  viewport?: { width: number; height: number };
  /** Enables touch, and zooms out on pages that are too wide. */
  isPhone?: boolean;
  javaScriptEnabled?: boolean;
  /** For animation tests. All other tests use reduced motion. */
  reducedMotion?: 'no-preference';
  serviceWorkers?: 'allow';
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>;
  allowErrors?: boolean;
}

export async function openVisit(
  browser: Browser,
  url: string,
  { as, isPhone = false, allowErrors = false, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: isPhone ? PHONE : DESKTOP,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // Playwright's routes don't intercept requests made by a service worker.
    serviceWorkers: 'block',
    ...options,
  });
  const errors: string[] = [];
  const report = (text: string) => {
    if (!allowErrors) errors.push(text);
  };
  context.on('weberror', (error) => report(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) report(message.text());
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
      report(`requested ${request.url()}`);
  });
  context.on('page', watchActivity);
  const page = await context.newPage();
  if (as) await signIn(page, as);
  return { page, context, errors };
}

/** Chromium logs failed requests as errors. Journeys check what the page shows instead. */
function isExpected(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.startsWith('WebSocket connection to');
}

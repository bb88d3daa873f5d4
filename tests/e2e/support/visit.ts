import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { type Account, signIn } from './people.ts';
import { watchActivity } from './settled.ts';

/** One person's browser. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** What its pages complained of: anything here fails the test at its end. */
  errors: string[];
}

export interface VisitOptions {
  /** Signed in already, by the call that the login form makes. */
  as?: Account;
  /** Where the product is reached, if not at its own address. */
  baseURL?: string;
  viewport?: { width: number; height: number };
  /** A phone in earnest: fingers, and a page that zooms out where it is too wide. */
  isPhone?: boolean;
  javaScriptEnabled?: boolean;
  /** For tests of motion; all others run without. */
  reducedMotion?: 'no-preference';
  serviceWorkers?: 'allow';
  /** What another visit has left on the device. */
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>;
  /** For who breaks the product on purpose: errors are what is expected then. */
  allowsErrors?: boolean;
}

/** A browser of its own for one person: no cookies, no cache. */
export async function openVisit(
  browser: Browser,
  url: string,
  { as, isPhone = false, allowsErrors = false, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: isPhone ? PHONE : DESKTOP,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // What a worker fetches passes by the routes that a journey sets up.
    serviceWorkers: 'block',
    ...options,
  });
  const errors: string[] = [];
  const complain = (text: string) => {
    if (!allowsErrors) errors.push(text);
  };
  context.on('weberror', (error) => complain(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) complain(message.text());
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
      complain(`asked for ${request.url()}`);
  });
  context.on('page', watchActivity);
  const page = await context.newPage();
  if (as) await signIn(page, as);
  return { page, context, errors };
}

/** Chromium logs every refused request as an error; the journeys assert what the page says of it. */
function isExpected(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.startsWith('WebSocket connection to');
}

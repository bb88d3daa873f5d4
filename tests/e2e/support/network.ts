import type { BrowserContext, Page, Route } from '@playwright/test';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Site } from './journey.ts';
import type { Visit } from './visit.ts';

/** Fails requests with a 503 (or a network error) until the returned function is called. */
export async function failCall(
  page: Page,
  endpoint: Endpoint,
  message?: string,
): Promise<() => Promise<void>> {
  return intercept(page, endpoint, (route) =>
    message === undefined
      ? route.abort()
      : route.fulfill({
          status: 503,
          json: { statusCode: 503, error: 'Service Unavailable', message },
        }),
  );
}

/** Only for open pages. For a page that opens later, use `disconnect`. */
export async function goOffline(context: BrowserContext): Promise<void> {
  // With `setOffline` alone, the first requests of a new page still succeed in Chromium.
  await context.route(CALLS, abort);
  await context.setOffline(true);
}

export async function goOnline(context: BrowserContext): Promise<void> {
  await unroute(context, CALLS, abort);
  await context.setOffline(false);
}

/** Also stops the server, because a new page may send a first request despite `goOffline`. */
export async function disconnect(site: Site, { context }: Visit): Promise<void> {
  await goOffline(context);
  await site.product.stop();
}

export async function reconnect(site: Site, { context }: Visit): Promise<void> {
  await site.product.start();
  await goOnline(context);
}

/**
 * Removes a route. Another route that matches nothing keeps interception on, because Chromium never
 * answers a request if interception ends in the meantime
 * (https://github.com/microsoft/playwright/issues/41802).
 */
export async function unroute(
  target: Page | BrowserContext,
  ...route: Parameters<Page['unroute']>
): Promise<void> {
  await target.route('**/requested-by-no-page', abort);
  await target.unroute(...route);
}

const CALLS = '**/api/**';
const abort = (route: Route) => route.abort('internetdisconnected');

export function countCalls(page: Page, endpoint: Endpoint): () => number {
  const urlPattern = buildUrlPattern(endpoint);
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === endpoint.method && urlPattern.test(request.url())) count += 1;
  });
  return () => count;
}

/** Unlike `page.route`, ignores other methods of the same path. */
export async function intercept(
  page: Page,
  endpoint: Endpoint,
  handle: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const urlPattern = buildUrlPattern(endpoint);
  const handler = (route: Route) =>
    route.request().method() === endpoint.method ? handle(route) : route.fallback();
  await page.route(urlPattern, handler);
  return () => unroute(page, urlPattern, handler);
}

function buildUrlPattern({ path }: Endpoint): RegExp {
  return new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
}

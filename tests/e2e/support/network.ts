import type { BrowserContext, Page, Route } from '@playwright/test';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Stage } from './journey.ts';
import type { Visit } from './visit.ts';

/**
 * Makes a page's calls of an endpoint fail until the answer is called: with the sentence a server
 * gives, or, where none is given, as a line that was cut.
 */
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

/**
 * Takes the network from a visit's open pages, and from the worker that looks after them. For a page
 * that is opened after it, see `disconnect`.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  // Chromium alone lets the first calls of a page through that is opened without a network.
  await context.route(CALLS, abort);
  await context.setOffline(true);
}

export async function goOnline(context: BrowserContext): Promise<void> {
  await context.unroute(CALLS, abort);
  await context.setOffline(false);
}

/**
 * Takes the network from a visit, and the server with it: of a page that is opened without a network
 * a first call may reach a server in spite of `cutLine`, now and then.
 */
export async function disconnect(stage: Stage, { context }: Visit): Promise<void> {
  await goOffline(context);
  await stage.product.stop();
}

export async function reconnect(stage: Stage, { context }: Visit): Promise<void> {
  await stage.product.start();
  await goOnline(context);
}

const CALLS = '**/api/**';
const abort = (route: Route) => route.abort('internetdisconnected');

/** Counts a page's calls of an endpoint from now on. */
export function countCalls(page: Page, endpoint: Endpoint): () => number {
  const address = addressOf(endpoint);
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === endpoint.method && address.test(request.url())) count += 1;
  });
  return () => count;
}

async function intercept(page: Page, endpoint: Endpoint, answer: (route: Route) => Promise<void>) {
  const address = addressOf(endpoint);
  const handler = (route: Route) =>
    route.request().method() === endpoint.method ? answer(route) : route.fallback();
  await page.route(address, handler);
  return () => page.unroute(address, handler);
}

function addressOf({ path }: Endpoint): RegExp {
  return new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`);
}

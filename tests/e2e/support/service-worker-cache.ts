import type { Page } from '@playwright/test';
import { PHONE } from '../../support/browser.ts';
import type { Site } from './journey.ts';
import type { Person } from './people.ts';
import type { Visit } from './visit.ts';

/** Opens a page that is controlled by the service worker, which caches the responses from here on. */
export async function openWithServiceWorker(
  site: Site,
  fan: Person,
  viewport = PHONE,
): Promise<Visit> {
  const visit = await site.visit({ as: fan, viewport, serviceWorkers: 'allow' });
  await visit.page.goto('/');
  await visit.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return visit;
}

/** Counts the cached responses whose URL ends with `suffix`. */
export function countCached(page: Page, suffix: string): Promise<number> {
  return page.evaluate(async (urlEnd) => {
    const keys = await (await caches.open('last-seen')).keys();
    return keys.filter(({ url }) => url.endsWith(urlEnd)).length;
  }, suffix);
}

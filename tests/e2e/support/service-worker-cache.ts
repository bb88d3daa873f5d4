import type { Page } from '@playwright/test';
import { PHONE } from '../../support/browser.ts';
import type { Site } from './journey.ts';
import type { Person } from './people.ts';
import type { Visit } from './visit.ts';

/** From here on, the service worker controls the page and caches its responses. */
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

export function countCached(page: Page, suffix: string): Promise<number> {
  return page.evaluate(async (urlEnd) => {
    const keys = await (await caches.open('last-seen')).keys();
    return keys.filter(({ url }) => url.endsWith(urlEnd)).length;
  }, suffix);
}

import type { Page } from '@playwright/test';
import { PHONE } from '../../support/browser.ts';
import type { Stage } from './journey.ts';
import type { Person } from './people.ts';
import type { Visit } from './visit.ts';

/** A page that the worker looks after: what is seen from now on is kept. */
export async function openWithServiceWorker(
  stage: Stage,
  fan: Person,
  viewport = PHONE,
): Promise<Visit> {
  const visit = await stage.visit({ as: fan, viewport, serviceWorkers: 'allow' });
  await visit.page.goto('/');
  await visit.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return visit;
}

/** How many answers of such an address are kept. */
export function countCached(page: Page, end: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const keys = await (await caches.open('last-seen')).keys();
    return keys.filter(({ url }) => url.endsWith(wanted)).length;
  }, end);
}

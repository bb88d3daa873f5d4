import type { Browser } from '@playwright/test';
import { compare, type Finding } from './support/compare.ts';
import { openPhone, openSlowPage, withProduct } from './support/slow-phone.ts';

const TARGET_MS = 2_500;

/** Simulates a slow phone: 4× slower CPU, slow 4G, no cache. */
export function measureFirstVisit(): Promise<Finding> {
  return withProduct((browser, url) =>
    compare({
      benchmark: 'first-visit',
      unit: 'ms',
      rounds: 5,
      product: () => measureHeadlinePaint(browser, url),
      baseline: async () => TARGET_MS,
      threshold: { atMost: 1 },
    }),
  );
}

async function measureHeadlinePaint(browser: Browser, url: string): Promise<number> {
  const phone = await openPhone(browser, url);
  const page = await openSlowPage(phone);
  await page.goto('/', { waitUntil: 'networkidle' });
  const painted = await page.evaluate<{ tag: string; time: number }>(LARGEST_PAINT);
  await phone.close();
  if (painted.tag !== 'H1')
    throw new Error(`The largest element is not the headline: ${painted.tag}`);
  return painted.time;
}

/** A string, because Node's types don't include the page's globals. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const { element, startTime } = list.getEntries().at(-1);
    resolve({ tag: element?.tagName, time: startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

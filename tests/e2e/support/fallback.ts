import type { Page } from '@playwright/test';
import { readToast } from './toast.ts';

interface Refused {
  method: string;
  /** As Playwright's globs have it. */
  path: string;
  /** Makes the call; it is asked for twice. */
  act: () => Promise<unknown>;
  fallback: string;
  /** Where no answer comes it waits for the line instead, and nothing is said. */
  waits?: boolean;
}

/**
 * Makes a call fail twice, once by an answer that says nothing and once by none at all, and reads
 * what the toast says in the place of the server.
 */
export async function expectFallback(
  page: Page,
  { method, path, act, fallback, waits = false }: Refused,
): Promise<void> {
  const ways = waits ? (['says nothing'] as const) : (['says nothing', 'never comes'] as const);
  for (const way of ways) {
    await page.route(path, (route) => {
      if (route.request().method() !== method) return route.fallback();
      return way === 'says nothing' ? route.fulfill({ status: 500, body: '' }) : route.abort();
    });
    await act();
    await readToast(page, 'Error', fallback);
    await page.unroute(path);
  }
}

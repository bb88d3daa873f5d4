import type { Page } from '@playwright/test';
import { unroute } from './network.ts';
import { expectToast } from './toast.ts';

interface FailingCall {
  method: string;
  path: string;
  act: () => Promise<unknown>;
  fallback: string;
  /** After a network error, the change is queued and no error is shown. */
  isQueuedOffline?: boolean;
}

/** Fails the request with an empty 500 and with a network error. Expects the page's own message. */
export async function expectFallback(
  page: Page,
  { method, path, act, fallback, isQueuedOffline = false }: FailingCall,
): Promise<void> {
  const failures = isQueuedOffline
    ? (['empty 500'] as const)
    : (['empty 500', 'network error'] as const);
  for (const failure of failures) {
    await page.route(path, (route) => {
      if (route.request().method() !== method) return route.fallback();
      return failure === 'empty 500' ? route.fulfill({ status: 500, body: '' }) : route.abort();
    });
    await act();
    await expectToast(page, 'Error', fallback);
    await unroute(page, path);
  }
}

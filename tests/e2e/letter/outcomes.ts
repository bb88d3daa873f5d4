import type { Page } from 'playwright-core';
import { dismissToast, toastOn } from '../support/toast.ts';
import type { OpenChecklist } from './checklist.ts';

/** What became of something done: sees its toast, ticks its sentence off, and puts it away. */
export async function seeOutcome(
  list: OpenChecklist,
  page: Page,
  title: 'Success' | 'Error',
  sentence: string,
): Promise<void> {
  await toastOn(page).getByText(title, { exact: true }).waitFor();
  await list.see(toastOn(page), sentence);
  await dismissToast(page);
}

interface Refused {
  method: string;
  /** As playwright's globs have it. */
  path: string;
  /** Makes the call; it is asked for twice. */
  act: () => Promise<unknown>;
  fallback: string;
}

/**
 * Makes a call fail twice, once by an answer that says nothing and once by none at all, and ticks
 * off what the toast says in the place of the server.
 */
export async function seeFallback(
  list: OpenChecklist,
  page: Page,
  { method, path, act, fallback }: Refused,
): Promise<void> {
  for (const way of ['says nothing', 'never comes'] as const) {
    await page.route(path, (route) => {
      if (route.request().method() !== method) return route.fallback();
      return way === 'says nothing' ? route.fulfill({ status: 500, body: '' }) : route.abort();
    });
    await act();
    await seeOutcome(list, page, 'Error', fallback);
    await page.unroute(path);
  }
}

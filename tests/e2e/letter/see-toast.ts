import type { Page } from 'playwright-core';
import { dismissToast, toastOn } from '../support/toast.ts';
import type { OpenChecklist } from './checklist.ts';

/** Sees a message with its title and description, ticks both off, and takes it from the screen. */
export async function seeToast(
  list: OpenChecklist,
  page: Page,
  title: string,
  description: string,
): Promise<void> {
  const toast = toastOn(page).filter({ hasText: description });
  await list.see(toast, title);
  await list.see(toast, description);
  await dismissToast(page);
}

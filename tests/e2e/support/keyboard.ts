import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** More stops than any page has between two things. */
const MAX_STOPS = 120;

/** Goes on with Tab until the thing has the focus; every stop on the way has to be seen. */
export async function tabTo(
  page: Page,
  wanted: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(wanted).toBeVisible();
  if (await hasFocus(wanted)) return;
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    await expectFocusInSight(page);
    if (await hasFocus(wanted)) return;
  }
  throw new Error(`${key} never came to ${wanted}`);
}

export function hasFocus(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((element) => element === document.activeElement);
}

/** Waits until the thing has the focus, after what was done gave it there or back. */
export async function expectFocus(wanted: Locator): Promise<void> {
  const message = `focus on ${wanted}`;
  await expect.poll(() => hasFocus(wanted), { message }).toBe(true);
}

/** What has the focus is drawn with an outline, its own or that of its row. */
async function expectFocusInSight(page: Page): Promise<void> {
  const unseen = await page.evaluate(() => {
    const focused = document.activeElement;
    // Between the last stop and the first lies the browser's own.
    if (!focused || focused === document.body) return null;
    // A part of the browser's own inside a field, such as its calendar's button, is outlined by it.
    if (!focused.matches(':focus')) return null;
    const isDrawn = [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(focused, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { width, height } = focused.getBoundingClientRect();
    return isDrawn && width > 0 && height > 0 ? null : focused.outerHTML.slice(0, 200);
  });
  expect(unseen, 'focused without an outline').toBeNull();
}

import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** More Tab presses than any page needs between two elements. */
const MAX_STOPS = 120;

/** Requires a visible outline on every stop. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toBeVisible();
  if (await hasFocus(target)) return;
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await hasFocus(target)) return;
  }
  throw new Error(`${key} never reached ${target}`);
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

export async function expectFocus(target: Locator): Promise<void> {
  const message = `focus on ${target}`;
  await expect.poll(() => hasFocus(target), { message }).toBe(true);
}

/**
 * Radix listens for Escape only after a second render, which follows the one that moves the focus.
 * A busy page is never idle, but has rendered after a second.
 */
export async function pressEscape(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }))`,
  );
  await page.keyboard.press('Escape');
}

async function expectVisibleFocus(page: Page): Promise<void> {
  const withoutOutline = await page.evaluate(() => {
    const focused = document.activeElement;
    // Between the last and the first stop, focus is in the browser's own UI.
    if (!focused || focused === document.body) return null;
    // Focus inside a native control, such as a date field's calendar button, outlines the control.
    if (!focused.matches(':focus')) return null;
    const hasOutline = [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(focused, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { width, height } = focused.getBoundingClientRect();
    return hasOutline && width > 0 && height > 0 ? null : focused.outerHTML.slice(0, 200);
  });
  expect(withoutOutline, 'focused without an outline').toBeNull();
}

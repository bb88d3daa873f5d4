import { expect, type Locator, type Page } from '@playwright/test';

/** Expects a visible element with exactly this text. */
export async function expectText(container: Page | Locator, text: string): Promise<void> {
  const locator = container.getByText(text, { exact: true }).filter({ visible: true });
  await expect(locator.first(), text).toBeVisible();
}

/** Expects a visible element that contains this text. */
export async function expectTextContaining(container: Page | Locator, text: string): Promise<void> {
  const locator = container.getByText(text).filter({ visible: true });
  await expect(locator.first(), text).toBeVisible();
}

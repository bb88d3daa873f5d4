import { expect, type Locator, type Page } from '@playwright/test';

/** Expects a visible element with exactly this text. */
export async function seeText(where: Page | Locator, text: string): Promise<void> {
  const found = where.getByText(text, { exact: true }).filter({ visible: true });
  await expect(found.first(), text).toBeVisible();
}

/** Expects a visible element that contains this text. */
export async function seeWithin(where: Page | Locator, text: string): Promise<void> {
  const found = where.getByText(text).filter({ visible: true });
  await expect(found.first(), text).toBeVisible();
}

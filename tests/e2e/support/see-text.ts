import { expect, type Locator, type Page } from '@playwright/test';

/** The text is visible, whole and alone in its element. */
export async function seeText(where: Page | Locator, text: string): Promise<void> {
  const found = where.getByText(text, { exact: true }).filter({ visible: true });
  await expect(found.first(), text).toBeVisible();
}

/** The text is visible inside a longer one. */
export async function seeWithin(where: Page | Locator, text: string): Promise<void> {
  const found = where.getByText(text).filter({ visible: true });
  await expect(found.first(), text).toBeVisible();
}

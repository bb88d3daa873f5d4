import { expect, type Locator, type Page } from '@playwright/test';

export async function expectText(container: Page | Locator, text: string): Promise<void> {
  const locator = container.getByText(text, { exact: true }).filter({ visible: true });
  await expect(locator.first(), text).toBeVisible();
}

export async function expectTextContaining(container: Page | Locator, text: string): Promise<void> {
  const locator = container.getByText(text).filter({ visible: true });
  await expect(locator.first(), text).toBeVisible();
}

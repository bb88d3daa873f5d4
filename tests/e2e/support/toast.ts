import { expect, type Locator, type Page } from '@playwright/test';

/** Also dismisses the toast, so that it isn't mistaken for the next one. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = findToast(page);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(description, { exact: true })).toBeVisible();
  await dismissToast(page);
}

/** At most one is open. A dialog in front hides it only from the accessibility tree. */
export function findToast(page: Page): Locator {
  return page
    .getByRole('region', { name: /^Notifications \(/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true });
}

export async function dismissToast(page: Page): Promise<void> {
  const toast = findToast(page);
  await toast.getByRole('button', { name: 'Dismiss', includeHidden: true }).click();
  await expect(toast).toHaveCount(0);
}

import { expect, type Page } from '@playwright/test';

export async function expectPicks(
  page: Page,
  expected: readonly { title: string }[],
): Promise<void> {
  const rows = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  for (const [index, { title }] of expected.entries())
    await expect(rows.nth(index).filter({ hasText: title })).toBeVisible();
  await expect(rows.nth(expected.length)).toHaveCount(0);
}

import type { Page } from 'playwright-core';

/** Waits until the sheet holds these songs, in this order, and no other. */
export async function expectPicks(
  page: Page,
  expected: readonly { title: string }[],
): Promise<void> {
  const rows = page.getByRole('list', { name: 'Your Prediction' }).getByRole('listitem');
  for (const [place, { title }] of expected.entries())
    await rows.nth(place).filter({ hasText: title }).waitFor();
  await rows.nth(expected.length).waitFor({ state: 'detached' });
}

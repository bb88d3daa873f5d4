import { expect } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { test } from '../support/journey.ts';
import { failCall } from '../support/network.ts';
import { findToast } from '../support/toast.ts';

test.describe('a toast', () => {
  test('is the only one, gets focus with F8, and closes with a swipe of more than 50 px', async ({
    site,
  }) => {
    const { page } = await site.visit();
    await page.clock.install();
    await page.goto('/signup');
    await page.getByLabel('Email').fill('ottawa@example.com');
    await page.getByLabel('Username').fill('ottawa');
    await page.getByLabel('Password', { exact: true }).fill('front row');
    await page.getByLabel('Confirm password').fill('back row');
    const button = page.getByRole('button', { name: 'Create Account' });
    await button.click();
    await expect(findToast(page)).toContainText("Passwords don't match");
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Confirm password').fill('front row');
    await failCall(page, register, 'Not tonight.');
    await button.click();
    await expect(findToast(page).filter({ hasText: 'Not tonight.' })).toBeVisible();
    await expect(findToast(page)).toHaveCount(1);

    await page.keyboard.press('F8');
    const focused = 'document.activeElement.closest("[role=region]")?.ariaLabel';
    expect(await page.evaluate(focused)).toBe('Notifications (F8)');

    for (const [distance, left] of [
      [50, 1],
      [51, 0],
    ] as const) {
      const box = await findToast(page).boundingBox();
      if (!box) throw new Error('The toast has disappeared.');
      await page.mouse.move(box.x + 30, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 30 + distance, box.y + 20, { steps: 5 });
      await page.mouse.up();
      await expect(findToast(page)).toHaveCount(left);
    }
  });
});

import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';
import { expectToast } from './support/toast.ts';

test('an administrator promotes a fan and removes the role, both live', async ({ site, admin }) => {
  const halesia = await signUpFan(site.url, 'halesia-root', 'Halesia Root');
  const { page: otherPage } = await site.visit({ as: halesia });
  await otherPage.goto('/');
  await expect(otherPage.getByRole('navigation').first()).toBeVisible();
  await expect(otherPage.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  const { page } = await site.visit({ as: admin });
  await page.goto('/admin?tab=users');
  await changeRole(page, 'Halesia Root', 'Make administrator');
  await expectToast(page, 'Success', 'Halesia Root is now an administrator');
  await expect(otherPage.getByRole('link', { name: 'Admin Panel' })).toBeVisible();
  // The dialog keeps the role from when it opened.
  const row = page.getByRole('row', { name: 'Halesia Root' });
  await expect(row.getByText('Admin', { exact: true })).toBeVisible();
  await changeRole(page, 'Halesia Root', 'Remove as administrator');
  await expectToast(page, 'Success', 'Halesia Root is no longer an administrator');
  await expect(otherPage.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
});

async function changeRole(page: Page, name: string, confirm: string) {
  await page.getByRole('button', { name: `Change role of ${name}` }).click();
  await page.getByRole('menuitem', { name: confirm }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
}

import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';
import { expectToast } from './support/toast.ts';

test('a rejected sign-up keeps the input, and an accepted one signs the fan in', async ({
  site,
}) => {
  await signUpFan(site.url, 'clementine');
  const { page } = await site.visit();
  await page.goto('/signup');
  const email = 'juneberry@example.com';
  await fillSignup(page, { email: 'clementine@example.com', username: 'juneberry' });
  await expectToast(page, 'Registration failed', 'This email address is already registered');
  await fillSignup(page, { email, username: 'Clementine' });
  await expectToast(page, 'Registration failed', 'This username is already taken');
  await fillSignup(page, { email, username: 'administrator' });
  await expectToast(page, 'Registration failed', 'This username is reserved');
  for (const [label, value] of [
    ['Email', email],
    ['Username', 'administrator'],
    ['Password', 'front row every night'],
    ['Confirm password', 'front row every night'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await fillSignup(page, { email, username: 'juneberry' });
  await expectToast(page, 'Welcome to Called It!', 'Your account has been created successfully.');
  await expect(page.getByRole('heading', { name: 'Welcome back, juneberry!' })).toBeVisible();
});

async function fillSignup(page: Page, account: { email: string; username: string }) {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill('front row every night');
  await page.getByLabel('Confirm password').fill('front row every night');
  await page.getByRole('button', { name: 'Create Account' }).click();
}

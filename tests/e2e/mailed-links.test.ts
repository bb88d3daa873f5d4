import { expect } from '@playwright/test';
import { openMailServer } from '../support/mail-server.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectToast } from './support/toast.ts';
import { openVisit } from './support/visit.ts';

test.describe('with email set up', () => {
  let mail: Awaited<ReturnType<typeof openMailServer>>;
  let product: Product;
  test.beforeAll(async () => {
    mail = await openMailServer();
    product = await startProduct((url) => ({ SMTP_URL: mail.url, PUBLIC_URL: url }));
  });
  test.afterAll(async () => {
    await product.close();
    await mail.close();
  });

  const waitForLink = async (path: string) => {
    const { message } = await mail.nextEmail();
    const [link = ''] = new RegExp(`http://[^\\s"<]+${path}#[\\w-]+`).exec(message) ?? [];
    expect(link).toContain(product.url);
    return link;
  };

  test('an emailed link resets a forgotten password once', async ({ browser }) => {
    const welcome = mail.nextEmail();
    const fan = await signUpFan(product.url, 'marjoram');
    await welcome;
    const { page, context, errors } = await openVisit(browser, product.url);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByLabel('Email').fill(fan.email);
    const pendingLink = waitForLink('/reset-password');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('status').getByText('a link is on its way to it')).toBeVisible();
    const link = await pendingLink;
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('eleven paper lanterns');
    await page.getByLabel('Confirm new password').fill('eleven paper lantern');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm new password').fill('eleven paper lanterns');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expectToast(page, 'Success', 'Password updated successfully');
    await expect(page.getByRole('heading', { name: 'Welcome back, marjoram!' })).toBeVisible();

    await page.goto('about:blank');
    await page.goto('/reset-password');
    await checkAccessibility(page, 'reset-password');
    await page.goto('about:blank');
    await page.goto(link);
    await checkAccessibility(page, 'reset-password with a link');
    await page.getByLabel('New password', { exact: true }).fill('twelve paper lanterns');
    await page.getByLabel('Confirm new password').fill('twelve paper lanterns');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Get a new link' }).waitFor();
    await context.close();
    expect(errors).toEqual([]);
  });

  test('an emailed link signs in once on another device', async ({ browser }) => {
    const welcome = mail.nextEmail();
    const fan = await signUpFan(product.url, 'speedwell');
    await welcome;
    const { page, context, errors } = await openVisit(browser, product.url);
    await page.goto('/login');
    await page.getByLabel('Email').fill(fan.email);
    const pendingLink = waitForLink('/sign-in-link');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByRole('status').getByText('a link is on its way')).toBeVisible();
    await checkAccessibility(page, 'login with a mailed link');
    const link = await pendingLink;
    const otherDevice = await openVisit(browser, product.url);
    await otherDevice.page.goto(link);
    await checkAccessibility(otherDevice.page, 'sign-in-link with a link');
    await otherDevice.page.getByRole('button', { name: 'Sign In' }).click();
    await expect(
      otherDevice.page.getByRole('heading', { name: 'Welcome back, speedwell!' }),
    ).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: 'Back to sign in' }).waitFor();
    await checkAccessibility(page, 'sign-in-link');
    await Promise.all([context.close(), otherDevice.context.close()]);
    expect([...errors, ...otherDevice.errors]).toEqual([]);
  });

  test('an emailed link, which can be resent, verifies the email address', async ({ browser }) => {
    const welcome = mail.nextEmail();
    const fan = await signUpFan(product.url, 'cleavers');
    await welcome;
    const { page, context, errors } = await openVisit(browser, product.url, { as: fan });
    await page.goto('/settings');
    const banner = page.getByRole('region', { name: 'Your email address' });
    const pendingLink = waitForLink('/verify-email');
    await banner.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'Success', 'We emailed you the link');
    const link = await pendingLink;
    // Opened on another device, the link also updates this page.
    const otherDevice = await openVisit(browser, product.url);
    await otherDevice.page.goto(link);
    await expect(
      otherDevice.page.getByText('Thanks! Your email address is verified.'),
    ).toBeVisible();
    await expect(banner).toHaveCount(0);
    await checkAccessibility(otherDevice.page, 'verify-email with a link');
    await otherDevice.page.goto('/verify-email');
    await checkAccessibility(otherDevice.page, 'verify-email');
    await Promise.all([context.close(), otherDevice.context.close()]);
    expect([...errors, ...otherDevice.errors]).toEqual([]);
  });
});

test('without email, the page states who can send the link', async ({ site }) => {
  const { page } = await site.visit();
  await page.goto('/forgot-password');
  await checkAccessibility(page, 'forgot-password');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText("Email isn't set up here.")).toBeVisible();
  await page.getByRole('link', { name: 'ask them for it' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

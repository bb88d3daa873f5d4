import { expect } from '@playwright/test';
import { login, register } from '#contract/accounts.ts';
import { type Band, getBand } from '#contract/band.ts';
import { checkBarriers } from '../support/barriers.ts';
import { test } from '../support/journey.ts';
import { failCall, holdCall } from '../support/network.ts';
import { type Person, signUpFan } from '../support/people.ts';
import { seeText } from '../support/see-text.ts';
import { readToast, toastOn } from '../support/toast.ts';

let band: Band;
let fan: Person;
test.beforeAll(async ({ stage }) => {
  fan = await signUpFan(stage.url, 'matgrass');
  band = await fan.call(getBand);
});

test.describe('login', () => {
  test('says what is wrong with what was typed', async ({ stage }) => {
    const { page } = await stage.visit();
    await page.goto('/login');
    await checkBarriers(page, 'login');
    const button = page.getByRole('button', { name: 'Sign In' });
    for (const label of ['Email', 'Password']) await seeText(page, label);
    await expect(page.getByRole('main').locator('a[href="/signup"]')).toHaveCount(1);
    await button.click();
    await seeText(page, 'Invalid email address');
    await seeText(page, 'Password is required');
    await page.getByLabel('Email').fill('matgrass at example');
    await page.getByLabel('Password', { exact: true }).fill('a guess');
    await button.click();
    await seeText(page, 'Invalid email address');
  });

  test('says that it is on its way, and what the server says of it', async ({ stage }) => {
    const { page } = await stage.visit();
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Sign In' });
    await page.getByLabel('Email').fill(fan.email);
    await page.getByLabel('Password', { exact: true }).fill('a guess');
    const release = await holdCall(page, login);
    await button.click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    release();
    await readToast(page, 'Login failed', 'Invalid email or password');
    for (const message of ['Too many attempts.', undefined]) {
      const restore = await failCall(page, login, message);
      await button.click();
      await readToast(page, 'Login failed', message ?? 'Invalid email or password');
      await restore();
    }
  });

  test('leads to the start, as it does for who is signed in already', async ({ stage }) => {
    const { page } = await stage.visit();
    await page.goto('/login');
    await page.getByLabel('Email').fill(fan.email);
    await page.getByLabel('Password', { exact: true }).fill(fan.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await readToast(page, 'Welcome back!', "You've successfully signed in.");
    await expect(page).toHaveURL(`${stage.url}/`);
    await page.goto('/login');
    const greeting = page.getByRole('heading', { name: `Welcome back, ${fan.username}!` });
    await expect(greeting).toBeVisible();
    await expect(page).toHaveURL(`${stage.url}/`);
  });
});

test.describe('signup', () => {
  test('wants all four fields', async ({ stage }) => {
    const { page } = await stage.visit();
    await page.goto('/signup');
    await checkBarriers(page, 'signup');
    for (const label of ['Email', 'Username', 'Password', 'Confirm password'])
      await seeText(page, label);
    await expect(page.getByRole('main').locator('a[href="/login"]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.locator('input[aria-invalid="true"]')).toHaveCount(4);
  });

  test('says which limits an address, a name and a password have, as they are typed', async ({
    stage,
  }) => {
    const { page } = await stage.visit();
    await page.goto('/signup');
    const button = page.getByRole('button', { name: 'Create Account' });
    const username = page.getByLabel('Username');
    const password = page.getByLabel('Password', { exact: true });
    const confirm = page.getByLabel('Confirm password');
    await button.click();
    await page.getByLabel('Email').fill('nobody');
    await seeText(page, 'Invalid email address');
    await page.getByLabel('Email').fill('hardhack@example.com');
    for (const [wrong, right, sentence] of [
      ['ab', 'abc', 'Username must be at least 3 characters'],
      ['x'.repeat(101), 'x'.repeat(100), 'Username must be at most 100 characters'],
    ] as const) {
      await username.fill(wrong);
      await seeText(page, sentence);
      await username.fill(right);
      await expect(page.getByText(sentence)).toHaveCount(0);
    }
    const tooShort = page.getByText('Password must be at least 6 characters', { exact: true });
    await password.fill('lamps');
    await expect(tooShort.first()).toBeVisible();
    await password.fill('lamps!');
    await confirm.fill('lamps');
    await expect(tooShort).toBeVisible();
    await expect(confirm).toHaveAttribute('aria-invalid', 'true');
    await expect(password).not.toHaveAttribute('aria-invalid');
    await confirm.fill('lamps?');
    await expect(tooShort).toHaveCount(0);
    await button.click();
    await readToast(page, "Passwords don't match", 'Please make sure your passwords match');
  });

  test('says what the server says of it, then welcomes and leads to the start', async ({
    stage,
  }) => {
    const { page } = await stage.visit();
    await page.goto('/signup');
    const button = page.getByRole('button', { name: 'Create Account' });
    await page.getByLabel('Email').fill('hardhack@example.com');
    await page.getByLabel('Username').fill('MATGRASS');
    await page.getByLabel('Password', { exact: true }).fill('lamps!');
    await page.getByLabel('Confirm password').fill('lamps!');
    const restore = await failCall(page, register);
    await button.click();
    await readToast(page, 'Registration failed', 'Unable to create account');
    await restore();
    await button.click();
    await readToast(page, 'Registration failed', 'This username is already taken');
    await page.getByLabel('Username').fill('hardhack');
    const release = await holdCall(page, register);
    await button.click();
    await seeText(page, 'Creating account...');
    release();
    const created = 'Your account has been created successfully.';
    await readToast(page, `Welcome to ${band.productName}!`, created);
    await expect(page).toHaveURL(`${stage.url}/`);
  });
});

test.describe('a toast', () => {
  test('goes after 5000 ms', async ({ stage }) => {
    const { page } = await stage.visit();
    await page.clock.install();
    await page.goto('/signup');
    await page.getByLabel('Email').fill('ottawa@example.com');
    await page.getByLabel('Username').fill('ottawa');
    await page.getByLabel('Password', { exact: true }).fill('front row');
    await page.getByLabel('Confirm password').fill('back row');
    const button = page.getByRole('button', { name: 'Create Account' });
    // A visitor's page gets what shows messages with the first one.
    await button.click();
    await expect(toastOn(page)).toBeVisible();
    await expect(toastOn(page)).toHaveCount(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    await expect(toastOn(page)).toBeVisible();
    await page.clock.runFor(4_990);
    await expect(toastOn(page)).toHaveAttribute('data-state', 'open');
    await page.clock.runFor(20);
    await expect(toastOn(page)).toHaveCount(0);
  });

  test('is the only one, has the focus at F8, and goes by a swipe of more than 50 px', async ({
    stage,
  }) => {
    const { page } = await stage.visit();
    await page.clock.install();
    await page.goto('/signup');
    await page.getByLabel('Email').fill('ottawa@example.com');
    await page.getByLabel('Username').fill('ottawa');
    await page.getByLabel('Password', { exact: true }).fill('front row');
    await page.getByLabel('Confirm password').fill('back row');
    const button = page.getByRole('button', { name: 'Create Account' });
    await button.click();
    await expect(toastOn(page)).toContainText("Passwords don't match");
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel('Confirm password').fill('front row');
    await failCall(page, register, 'Not tonight.');
    await button.click();
    await expect(toastOn(page).filter({ hasText: 'Not tonight.' })).toBeVisible();
    await expect(toastOn(page)).toHaveCount(1);

    await page.keyboard.press('F8');
    const focused = 'document.activeElement.closest("[role=region]")?.ariaLabel';
    expect(await page.evaluate(focused)).toBe('Notifications (F8)');

    for (const [distance, left] of [
      [50, 1],
      [51, 0],
    ] as const) {
      const box = await toastOn(page).boundingBox();
      if (!box) throw new Error('The toast has gone.');
      await page.mouse.move(box.x + 30, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 30 + distance, box.y + 20, { steps: 5 });
      await page.mouse.up();
      await expect(toastOn(page)).toHaveCount(left);
    }
  });
});

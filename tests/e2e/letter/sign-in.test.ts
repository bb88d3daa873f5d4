import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { type Band, getBand } from '#contract/band.ts';
import { newPerson } from '../../../scripts/api-person.ts';
import { type Person, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { dismissToast, toastOn } from '../support/toast.ts';
import { openChecklist } from './checklist.ts';
import { leave } from './leave.ts';
import { failCall, holdCall } from './network.ts';
import { seeToast } from './see-toast.ts';
import { LOGIN, SIGNUP, TOASTS } from './sign-in.lines.ts';

const stage = openStage();
let band: Band;
let fan: Person;
beforeAll(async () => {
  band = await newPerson(stage.url).in().call(getBand);
  fan = await signUpFan(stage.url, 'marigold');
});

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('login', async () => {
  const list = openChecklist(LOGIN);
  const visit = await stage.visit();
  const { page } = visit;
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign In' });
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await list.see(page, 'Email');
  await list.see(page, 'Password');
  await list.see(button, 'Sign In');
  expect(await page.getByRole('main').locator('a[href="/signup"]').count()).toBe(1);
  list.tick('a link to signup');

  await button.click();
  await list.see(page, 'Invalid email address');
  await list.see(page, 'Password is required');
  await email.fill('marigold at example');
  await password.fill('a guess');
  await button.click();
  await list.see(page, 'Invalid email address');

  await email.fill(fan.email);
  const release = await holdCall(page, login);
  await button.click();
  await list.see(page, 'Signing in...');
  expect(await page.getByRole('button', { name: 'Signing in...' }).isDisabled()).toBe(true);
  release();
  await seeToast(list, page, 'Login failed', 'Invalid email or password');
  for (const message of ['Too many attempts.', undefined]) {
    const restore = await failCall(page, login, message);
    await button.click();
    await list.see(toastOn(page), 'Login failed');
    await toastOn(page)
      .getByText(message ?? 'Invalid email or password', { exact: true })
      .waitFor();
    await dismissToast(page);
    await restore();
  }
  list.tick("the server's message");

  await password.fill(fan.password);
  await button.click();
  await seeToast(list, page, 'Welcome back!', "You've successfully signed in.");
  expect(pathOf(page)).toBe('/');
  list.tick('success leads to /');
  await page.goto('/login');
  await page.getByRole('heading', { name: `Welcome back, ${fan.username}!` }).waitFor();
  expect(pathOf(page)).toBe('/');
  list.tick('who is signed in goes to /');
  await leave(list, visit);
});

test('signup', async () => {
  const list = openChecklist(SIGNUP);
  const visit = await stage.visit();
  const { page } = visit;
  await page.goto('/signup');
  const button = page.getByRole('button', { name: 'Create Account' });
  const email = page.getByLabel('Email');
  const username = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  const confirm = page.getByLabel('Confirm password');
  for (const label of ['Email', 'Username', 'Password', 'Confirm password'])
    await list.see(page, label);
  await list.see(button, 'Create Account');
  expect(await page.getByRole('main').locator('a[href="/login"]').count()).toBe(1);
  list.tick('a link to login');

  await button.click();
  const wrong = page.locator('input[aria-invalid="true"]');
  await wrong.nth(3).waitFor();
  expect(await wrong.count()).toBe(4);
  list.tick('all four fields are required');

  await email.fill('nobody');
  await list.see(page, 'Invalid email address');
  await email.fill('hazel@example.com');
  const atLeast = page.getByText('Username must be at least 3 characters', { exact: true });
  const atMost = page.getByText('Username must be at most 100 characters', { exact: true });
  await username.fill('ab');
  await atLeast.waitFor();
  await username.fill('abc');
  await atLeast.waitFor({ state: 'detached' });
  await username.fill('x'.repeat(101));
  await atMost.waitFor();
  await username.fill('x'.repeat(100));
  await atMost.waitFor({ state: 'detached' });
  list.tick('username of 3 to 100 characters');

  const tooShort = page.getByText('Password must be at least 6 characters', { exact: true });
  await password.fill('lamps');
  await list.see(page, 'Password must be at least 6 characters');
  await password.fill('lamps!');
  await confirm.fill('lamps');
  await tooShort.waitFor();
  expect(await confirm.getAttribute('aria-invalid')).toBe('true');
  expect(await password.getAttribute('aria-invalid')).toBe(null);
  list.tick('confirm password of at least 6');
  await confirm.fill('lamps?');
  await tooShort.waitFor({ state: 'detached' });
  await button.click();
  await seeToast(list, page, "Passwords don't match", 'Please make sure your passwords match');

  await confirm.fill('lamps!');
  const restore = await failCall(page, register);
  await button.click();
  await seeToast(list, page, 'Registration failed', 'Unable to create account');
  await restore();
  await username.fill('MARIGOLD');
  await button.click();
  await toastOn(page).getByText('taken').waitFor();
  await list.see(toastOn(page), 'Registration failed');
  list.tick("the server's message");

  await username.fill('hazel');
  const release = await holdCall(page, register);
  await button.click();
  await list.see(page, 'Creating account...');
  release();
  const welcome = toastOn(page).filter({ hasText: 'Your account has been created successfully.' });
  await list.see(welcome, 'Your account has been created successfully.');
  await welcome.getByText(`Welcome to ${band.productName}!`, { exact: true }).waitFor();
  list.tick('a welcome title naming the product');
  expect(pathOf(page)).toBe('/');
  list.tick('success leads to /');
  await leave(list, visit);
});

test('toasts', async () => {
  const list = openChecklist(TOASTS);
  const visit = await stage.visit();
  const { page } = visit;
  await page.clock.install();
  await page.goto('/signup');
  await page.getByLabel('Email').fill('otto@example.com');
  await page.getByLabel('Username').fill('otto');
  await page.getByLabel('Password', { exact: true }).fill('front row');
  await page.getByLabel('Confirm password').fill('back row');
  const button = page.getByRole('button', { name: 'Create Account' });
  // A visitor's page gets what shows messages with the first one.
  await button.click();
  await toastOn(page).waitFor();
  await toastOn(page).waitFor({ state: 'detached' });
  await page.clock.pauseAt(Date.now() + 60_000);

  await button.click();
  await toastOn(page).waitFor();
  await page.clock.runFor(4_990);
  expect(await toastOn(page).getAttribute('data-state')).toBe('open');
  await page.clock.runFor(20);
  await toastOn(page).waitFor({ state: 'detached' });
  list.tick('auto-close after 5000 ms');

  await button.click();
  await toastOn(page).filter({ hasText: "Passwords don't match" }).waitFor();
  await page.getByLabel('Confirm password').fill('front row');
  const restore = await failCall(page, register, 'Not tonight.');
  await button.click();
  await toastOn(page).filter({ hasText: 'Not tonight.' }).waitFor();
  expect(await toastOn(page).count()).toBe(1);
  await restore();
  list.tick('one visible at a time');

  await page.keyboard.press('F8');
  const focused = 'document.activeElement.closest("[role=region]")?.ariaLabel';
  expect(await page.evaluate(focused)).toBe('Notifications (F8)');
  list.tick('F8 focuses the notification region');

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
    if (left === 0) await toastOn(page).waitFor({ state: 'detached' });
    expect(await toastOn(page).count()).toBe(left);
  }
  list.tick('swipe right to dismiss, 50 px threshold');
  await leave(list, visit);
});

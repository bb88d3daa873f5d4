import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { register } from '#contract/accounts.ts';
import { FAN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const findField = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const findCreateButton = () => screen.getByRole('button', { name: 'Create Account' });
const isInvalid = (label: string) => findField(label).getAttribute('aria-invalid') === 'true';

async function openSignup() {
  const site = createTestSite();
  await site.open('/signup');
  const fill = async (label: string, text: string) => {
    site.fill(findField(label), text);
    await act(async () => {});
  };
  return { ...site, fill };
}

test('requires all four fields', async () => {
  const { user } = await openSignup();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Sign in' })).toHaveProperty('pathname', '/login');
  await user.click(findCreateButton());
  await screen.findByText('Invalid email address');
  for (const label of ['Email', 'Username', 'Password', 'Confirm password'])
    expect(isInvalid(label), label).toBe(true);
});

test('validates the email, username and password while they are typed', async () => {
  const { user, fill, expectToast } = await openSignup();
  await user.click(findCreateButton());
  await fill('Email', 'nobody');
  await screen.findByText('Invalid email address');
  await fill('Email', 'hardhack@example.com');
  for (const [invalid, valid, message] of [
    ['ab', 'abc', 'Username must be at least 3 characters'],
    ['x'.repeat(101), 'x'.repeat(100), 'Username must be at most 100 characters'],
  ] as const) {
    await fill('Username', invalid);
    screen.getByText(message);
    await fill('Username', valid);
    expect(screen.queryByText(message)).toBeNull();
  }
  const findLengthErrors = () => screen.queryAllByText('Password must be at least 6 characters');
  await fill('Password', 'lamps');
  expect(findLengthErrors().length).toBeGreaterThan(0);
  await fill('Password', 'lamps!');
  await fill('Confirm password', 'lamps');
  expect(findLengthErrors()).toHaveLength(1);
  expect(isInvalid('Confirm password')).toBe(true);
  expect(isInvalid('Password')).toBe(false);
  await fill('Confirm password', 'lamps?');
  expect(findLengthErrors()).toHaveLength(0);
  await user.click(findCreateButton());
  await expectToast("Passwords don't match", 'Please make sure your passwords match');
});

test("shows the server's errors, then welcomes the fan and opens the dashboard", async () => {
  const site = await openSignup();
  await site.fill('Email', FAN.email);
  await site.fill('Username', FAN.username);
  await site.fill('Password', 'lamps!');
  await site.fill('Confirm password', 'lamps!');
  site.failWithNetworkError(register);
  await site.user.click(findCreateButton());
  await site.expectToast('Registration failed', 'Unable to create account');
  site.reject(register, 'This username is already taken', 409);
  await site.user.click(findCreateButton());
  await site.expectToast('Registration failed', 'This username is already taken');
  expect(findField('Username')).toHaveProperty('value', FAN.username);
  site.respond(register, FAN);
  const release = site.holdResponse(register);
  await site.user.click(findCreateButton());
  screen.getByRole('button', { name: 'Creating account...' });
  await release();
  const description = 'Your account has been created successfully.';
  await site.expectToast('Welcome to Called It!', description);
  expect(location.pathname).toBe('/');
});

import { expect, test } from 'vitest';
import { ratePassword } from './password-strength.ts';

const personalInfo = ['marigold@example.com', 'marigold'];

test.each([
  ['', ''],
  ['secret', 'Weak'],
  ['aaaaaaaaaaaaaaaa', 'Weak'],
  ['marigold1', 'Weak'],
  ['MarigoldExample', 'Weak'],
  ['lampoil-77', 'Fair'],
  ['salt on the window', 'Strong'],
  ['kX9#vT2!qLm4Zp', 'Strong'],
])('rates %j as %s', (password, rating) => {
  expect(ratePassword(password, personalInfo).split(/\W/)[0]).toBe(rating);
});

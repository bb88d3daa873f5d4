import { expect, test } from 'vitest';
import { profileBody, username } from './accounts.ts';

const refusalsOf = (name: unknown) =>
  username.safeParse(name).error?.issues.map(({ message }) => message);

test.each<[unknown, string]>([
  ['ab', 'Username must be at least 3 characters'],
  ['x'.repeat(101), 'Username must be at most 100 characters'],
  ['\u0301\u0302\u0303', 'Username must have a letter, a digit or a sign that can be seen'],
  ['mari\u200dgold', 'Username contains invisible or control characters'],
  ['mari  gold', 'Username must have single blanks only'],
])('of the username %j is said: %s', (name, sentence) => {
  expect(refusalsOf(name)).toEqual([sentence]);
});

test('a username may unfold into as many characters as its index holds, and no more', () => {
  // One sign, of which NFKC makes eighteen.
  const sign = '\ufdfa';
  expect(refusalsOf(`${sign.repeat(14)}abc`)).toBeUndefined();
  expect(refusalsOf(`${sign.repeat(14)}abcd`)).toEqual([
    'Username has too many compound characters',
  ]);
});

test('a profile is changed by naming one thing, and by naming none it is not', () => {
  expect(profileBody.parse({ homeVenue: null })).toEqual({ homeVenue: null });
  expect(profileBody.safeParse({ totalPoints: 9_999 }).success).toBe(false);
});

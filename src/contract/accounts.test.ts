import { expect, test } from 'vitest';
import { profileBody, username } from './accounts.ts';

const listIssues = (name: unknown) =>
  username.safeParse(name).error?.issues.map(({ message }) => message);

test.each<[unknown, string]>([
  ['ab', 'Username must be at least 3 characters'],
  ['x'.repeat(101), 'Username must be at most 100 characters'],
  ['\u0301\u0302\u0303', 'Username must have a visible letter, digit or symbol'],
  ['mari\u200dgold', 'Username contains invisible or control characters'],
  ['mari  gold', 'Username must not have two spaces in a row'],
])('rejects the username %j with: %s', (name, message) => {
  expect(listIssues(name)).toEqual([message]);
});

test('limits a username by the length of its NFKC form, which is indexed', () => {
  // NFKC turns this one character into eighteen.
  const character = '\ufdfa';
  expect(listIssues(`${character.repeat(14)}abc`)).toBeUndefined();
  expect(listIssues(`${character.repeat(14)}abcd`)).toEqual([
    'Username has too many compound characters',
  ]);
});

test('a profile change must name at least one field', () => {
  expect(profileBody.parse({ homeVenue: null })).toEqual({ homeVenue: null });
  expect(profileBody.safeParse({ totalPoints: 9_999 }).success).toBe(false);
});

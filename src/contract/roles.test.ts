import { describe, expect, test } from 'vitest';
import { canEnterSetlist, canModerate } from './roles.ts';

test.each([
  [{ isAdmin: false, isModerator: false }, false],
  [{ isAdmin: false, isModerator: true }, true],
  [{ isAdmin: true, isModerator: false }, true],
])('decides whether %j can moderate: %s', (roles, isAllowed) => {
  expect(canModerate(roles)).toBe(isAllowed);
});

describe('canEnterSetlist', () => {
  test.each([
    ['a fan', { isAdmin: false, scribeOf: [] }, false],
    ["the show's scribe", { isAdmin: false, scribeOf: ['another', 'tonight'] }, true],
    ["another show's scribe", { isAdmin: false, scribeOf: ['another'] }, false],
    ['an administrator', { isAdmin: true, scribeOf: [] }, true],
  ])('decides for %s', (_who, user, isAllowed) => {
    expect(canEnterSetlist(user, 'tonight')).toBe(isAllowed);
  });
});

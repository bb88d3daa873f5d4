import { describe, expect, test } from 'vitest';
import { canDeletePost, canDeleteThread, canWriteIn, listPosts, listThreads } from './forums.ts';

const author = { id: 'author', isAdmin: false };
const other = { id: 'other', isAdmin: false };
const admin = { id: 'admin', isAdmin: true };
const own = { author: { id: 'author' } };

test.each([
  [false, other, true],
  [true, other, false],
  [true, admin, true],
])('in a thread that is locked (%s) %j may write: %s', (isLocked, who, may) => {
  expect(canWriteIn({ isLocked }, who)).toBe(may);
});

describe('a thread', () => {
  test.each([
    ['its author, unanswered', { replyCount: 0, isLocked: false }, author, true],
    ['its author, answered', { replyCount: 1, isLocked: false }, author, false],
    ['its author, locked', { replyCount: 0, isLocked: true }, author, false],
    ['somebody else', { replyCount: 0, isLocked: false }, other, false],
    ['an administrator', { replyCount: 7, isLocked: true }, admin, true],
  ])('may be deleted by %s', (_who, thread, who, may) => {
    expect(canDeleteThread({ ...own, ...thread }, who)).toBe(may);
  });
});

describe('a post', () => {
  test.each([
    ['its author', false, author, true],
    ['somebody else', false, other, false],
    ['an administrator', false, admin, true],
    ['its author, where it opens the thread', true, author, false],
    ['an administrator, where it opens the thread', true, admin, false],
  ])('may be deleted by %s', (_who, isOpening, who, may) => {
    expect(canDeletePost({ ...own, isOpening }, who)).toBe(may);
  });
});

test('one answer holds at most 100 posts, or as many threads as the boards have rows', () => {
  expect(listPosts.query.parse({ limit: '100' })).toEqual({ limit: 100, offset: 0 });
  const { error } = listPosts.query.safeParse({ limit: '101' });
  expect(error?.issues.map(({ message }) => message)).toEqual(['At most 100 posts']);
  expect(listThreads.query.parse({ limit: '101' })).toEqual({ limit: 101, offset: 0 });
});

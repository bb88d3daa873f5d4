import { describe, expect, test } from 'vitest';
import { canDeletePost, listPosts } from './forum-posts.ts';
import { canDeleteThread, canWriteIn, listThreads } from './forums.ts';

const author = { id: 'author', isAdmin: false, isModerator: false };
const anotherFan = { ...author, id: 'anotherFan' };
const moderator = { ...author, id: 'moderator', isModerator: true };
const admin = { ...author, id: 'admin', isAdmin: true };
const authored = { author: { id: 'author' } };

test.each([
  [false, anotherFan, true],
  [true, anotherFan, false],
  [true, moderator, true],
  [true, admin, true],
])('in a thread with `isLocked` %s, %j can write: %s', (isLocked, person, canWrite) => {
  expect(canWriteIn({ isLocked }, person)).toBe(canWrite);
});

describe('canDeleteThread', () => {
  test.each([
    ['its author, unanswered', { replyCount: 0, isLocked: false }, author, true],
    ['its author, answered', { replyCount: 1, isLocked: false }, author, false],
    ['its author, locked', { replyCount: 0, isLocked: true }, author, false],
    ['another fan', { replyCount: 0, isLocked: false }, anotherFan, false],
    ['a moderator', { replyCount: 7, isLocked: true }, moderator, true],
    ['an administrator', { replyCount: 7, isLocked: true }, admin, true],
  ])('decides for %s', (_who, thread, person, canDelete) => {
    expect(canDeleteThread({ ...authored, ...thread }, person)).toBe(canDelete);
  });
});

describe('canDeletePost', () => {
  test.each([
    ['its author', false, author, true],
    ['another fan', false, anotherFan, false],
    ['a moderator', false, moderator, true],
    ['an administrator', false, admin, true],
    ['its author, who deletes the opening post', true, author, false],
    ['an administrator who deletes the opening post', true, admin, false],
  ])('decides for %s', (_who, isOpening, person, canDelete) => {
    expect(canDeletePost({ ...authored, isOpening }, person)).toBe(canDelete);
  });
});

test('limits a page to 100 posts, and a page of threads like a leaderboard', () => {
  expect(listPosts.query.parse({ limit: '100' })).toEqual({ limit: 100, offset: 0 });
  const { error } = listPosts.query.safeParse({ limit: '101' });
  expect(error?.issues.map(({ message }) => message)).toEqual(['At most 100 posts']);
  expect(listThreads.query.parse({ limit: '101' })).toEqual({ limit: 101, offset: 0 });
});

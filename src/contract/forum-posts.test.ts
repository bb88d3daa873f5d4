import { expect, test } from 'vitest';
import { canDeletePost, listPosts } from './forum-posts.ts';

const AUTHOR = { id: 'author', isAdmin: false, isModerator: false };
const ADMIN = { ...AUTHOR, id: 'admin', isAdmin: true };
const BYSTANDER = { ...AUTHOR, id: 'bystander' };

test.each([
  ['its author', AUTHOR, true],
  ['an administrator', ADMIN, true],
  ['a bystander', BYSTANDER, false],
])('lets %s delete a reply: %j → %s', (_who, user, isAllowed) => {
  expect(canDeletePost({ isOpening: false, author: AUTHOR }, user)).toBe(isAllowed);
});

test.each([AUTHOR, ADMIN])('deletes a thread’s first post only with its thread: %j', (user) => {
  expect(canDeletePost({ isOpening: true, author: AUTHOR }, user)).toBe(false);
});

test('lists at most 100 posts', () => {
  const listIssues = (limit: string) =>
    listPosts.query.safeParse({ limit }).error?.issues.map(({ message }) => message);
  expect(listIssues('100')).toBeUndefined();
  expect(listIssues('101')).toEqual(['At most 100 posts']);
});

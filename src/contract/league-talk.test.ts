import { expect, test } from 'vitest';
import { canDeleteLeaguePost, listLeaguePosts } from './league-talk.ts';

test.each([
  ['its author', { id: 'author', isOwner: false }, true],
  ['the league’s owner', { id: 'owner', isOwner: true }, true],
  ['another member', { id: 'member', isOwner: false }, false],
])('lets %s delete a post: %j → %s', (_who, user, isAllowed) => {
  const author = { id: 'author', username: 'Author' };
  expect(canDeleteLeaguePost({ author }, user)).toBe(isAllowed);
});

test('lists at most 100 posts', () => {
  const listIssues = (limit: string) =>
    listLeaguePosts.query.safeParse({ limit }).error?.issues.map(({ message }) => message);
  expect(listIssues('100')).toBeUndefined();
  expect(listIssues('101')).toEqual(['At most 100 posts']);
});

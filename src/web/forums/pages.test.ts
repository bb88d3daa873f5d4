import { expect, test } from 'vitest';
import { POSTS_PER_PAGE } from '#contract/forum-posts.ts';
import { countPages, findNewReplies, formatNewReplies, parsePage } from './pages.ts';

test.each([
  [0, 1],
  [POSTS_PER_PAGE - 1, 1],
  [POSTS_PER_PAGE, 2],
  [2 * POSTS_PER_PAGE, 3],
])('puts the newest of %i replies on page %i', (replyCount, page) => {
  expect(countPages({ replyCount })).toBe(page);
});

test.each([
  ['2', 2],
  ['1', 1],
  ['9', 3],
  ['0', 1],
  [null, 3],
  ['', 3],
  ['-1', 3],
  ['1.5', 3],
  ['last', 3],
])('resolves ?page=%s of three pages to page %i', (text, page) => {
  expect(parsePage(text, 3, 3)).toBe(page);
});

const post = (second: number, name: string) => ({
  createdAt: `2031-05-08T20:00:0${second}.000Z`,
  author: { id: name, username: name },
});
const posts = [post(1, 'Ann'), post(2, 'Ben'), post(3, 'Me'), post(4, 'Cid')];

test.each([
  [0, ['Ann', 'Ben', 'Cid']],
  [1, ['Ben', 'Cid']],
  [4, []],
])('finds the replies by others after second %i: %j', (second, names) => {
  const newReplies = findNewReplies(posts, post(second, '').createdAt, 'Me');
  expect(newReplies.map(({ author }) => author.username)).toEqual(names);
});

test.each([
  [[], ''],
  [[post(1, 'Ann')], 'New reply by Ann'],
  [[post(1, 'Ann'), post(2, 'Ben')], '2 new replies, the latest by Ben'],
])('announces new replies (%j) as %j', (newReplies, text) => {
  expect(formatNewReplies(newReplies)).toBe(text);
});

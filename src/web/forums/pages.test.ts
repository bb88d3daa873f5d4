import { expect, test } from 'vitest';
import { askedPage, lastPageOf, POSTS_A_PAGE } from './pages.ts';

test.each([
  [0, 1],
  [POSTS_A_PAGE - 1, 1],
  [POSTS_A_PAGE, 2],
  [2 * POSTS_A_PAGE, 3],
])('with %i replies beside the first post the newest is on page %i', (replyCount, page) => {
  expect(lastPageOf({ replyCount })).toBe(page);
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
])('of three pages, ?page=%s opens %i where the third is the newest', (asked, page) => {
  expect(askedPage(asked, 3, 3)).toBe(page);
});

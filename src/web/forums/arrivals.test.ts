import { expect, test } from 'vitest';
import { arrivalText, arrivedSince } from './arrivals.ts';

const post = (second: number, name: string) => ({
  createdAt: `2031-05-08T20:00:0${second}.000Z`,
  author: { id: name, username: name },
});
const posts = [post(1, 'Ann'), post(2, 'Ben'), post(3, 'Me'), post(4, 'Cid')];

test.each([
  [0, ['Ann', 'Ben', 'Cid']],
  [1, ['Ben', 'Cid']],
  [4, []],
])('since second %i came %j; my own are no news', (second, names) => {
  const arrived = arrivedSince(posts, post(second, '').createdAt, 'Me');
  expect(arrived.map(({ author }) => author.username)).toEqual(names);
});

test.each([
  [[], ''],
  [[post(1, 'Ann')], 'New reply by Ann'],
  [[post(1, 'Ann'), post(2, 'Ben')], '2 new replies, the latest by Ben'],
])('is read out in a sentence', (arrived, text) => {
  expect(arrivalText(arrived)).toBe(text);
});

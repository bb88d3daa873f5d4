import { expect, test } from 'vitest';
import { createSongBody, DEFAULT_CATEGORY, gapText, isLongGone } from './songs.ts';

test.each([
  [{ gap: null, gapIsMinimum: false }, undefined, false],
  [{ gap: 0, gapIsMinimum: false }, '0', false],
  [{ gap: 100, gapIsMinimum: false }, '100', false],
  [{ gap: 101, gapIsMinimum: false }, '101', true],
  // Last played before the first show that is stored: how long it was gone is not known.
  [{ gap: 104, gapIsMinimum: true }, '104+', false],
])('a gap of %j reads %s, lit: %s', (song, text, isLit) => {
  expect(gapText(song)).toBe(text);
  expect(isLongGone(song)).toBe(isLit);
});

test.each([
  [null, DEFAULT_CATEGORY],
  ['', DEFAULT_CATEGORY],
  ['Segue', 'Segue'],
  [undefined, undefined],
])('the category %j is %j', (category, stored) => {
  expect(createSongBody.parse({ title: 'Ember', category }).category).toBe(stored);
});

const refusalsOf = (body: object) =>
  createSongBody.safeParse({ title: 'Ember', ...body }).error?.issues.map(({ message }) => message);

test.each([
  ['1900-01-01', undefined],
  ['2200-12-31', undefined],
  ['1899-12-31', ['First and last played must lie in the years 1900 to 2200']],
  ['2201-01-01', ['First and last played must lie in the years 1900 to 2200']],
])('a song may have been played first on %s: %j', (firstPlayed, refusals) => {
  expect(refusalsOf({ firstPlayed })).toEqual(refusals);
});

test('a title of characters that unfold into more than its index holds is refused', () => {
  // One sign, of which NFKC makes eighteen.
  const sign = '\ufdfa';
  expect(refusalsOf({ title: `${sign.repeat(14)}abc` })).toBeUndefined();
  expect(refusalsOf({ title: `${sign.repeat(14)}abcd` })).toEqual([
    'Title has too many compound characters',
  ]);
});

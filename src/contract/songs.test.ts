import { expect, test } from 'vitest';
import { createSongBody, DEFAULT_CATEGORY, formatGap, hasLongGap } from './songs.ts';

test.each([
  [{ gap: null, gapIsMinimum: false }, undefined, false],
  [{ gap: 0, gapIsMinimum: false }, '0', false],
  [{ gap: 100, gapIsMinimum: false }, '100', false],
  [{ gap: 101, gapIsMinimum: false }, '101', true],
  // Last played before the first stored show, so the true gap is unknown.
  [{ gap: 104, gapIsMinimum: true }, '104+', false],
])('shows the gap %j as %s, highlighted: %s', (song, text, isHighlighted) => {
  expect(formatGap(song)).toBe(text);
  expect(hasLongGap(song)).toBe(isHighlighted);
});

test.each([
  [null, DEFAULT_CATEGORY],
  ['', DEFAULT_CATEGORY],
  ['Segue', 'Segue'],
  [undefined, undefined],
])('stores the category %j as %j', (category, stored) => {
  expect(createSongBody.parse({ title: 'Ember', category }).category).toBe(stored);
});

const listIssues = (body: object) =>
  createSongBody.safeParse({ title: 'Ember', ...body }).error?.issues.map(({ message }) => message);

test.each([
  ['1900-01-01', undefined],
  ['2200-12-31', undefined],
  ['1899-12-31', ['First and last played must be between 1900 and 2200']],
  ['2201-01-01', ['First and last played must be between 1900 and 2200']],
])('validates the first play date %s with the issues %j', (firstPlayed, issues) => {
  expect(listIssues({ firstPlayed })).toEqual(issues);
});

test('rejects a title whose NFKC form is too long for its index', () => {
  // NFKC turns this one character into eighteen.
  const character = '\ufdfa';
  expect(listIssues({ title: `${character.repeat(14)}abc` })).toBeUndefined();
  expect(listIssues({ title: `${character.repeat(14)}abcd` })).toEqual([
    'Title has too many compound characters',
  ]);
});

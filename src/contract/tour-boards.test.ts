import { expect, test } from 'vitest';
import { isGlobalBoard, minGamesForAverage, readBoardChoice } from './tour-boards.ts';

const read = (search: string) => {
  const params = new URLSearchParams(search);
  return readBoardChoice((name) => params.get(name));
};

test.each([
  ['', { period: {}, by: 'total' }],
  ['tour=Winter+%26+Spring&by=nights', { period: { tour: 'Winter & Spring' }, by: 'nights' }],
  ['year=2025&by=average', { period: { year: '2025' }, by: 'average' }],
  ['tour=Winter&year=2025', { period: { tour: 'Winter' }, by: 'total' }],
  [
    'run=5a1c3d1e-0000-4000-8000-000000000000',
    { period: { run: '5a1c3d1e-0000-4000-8000-000000000000' }, by: 'total' },
  ],
  ['run=last', { period: {}, by: 'total' }],
  ['year=25&by=luck', { period: {}, by: 'total' }],
  [`tour=${'x'.repeat(256)}`, { period: {}, by: 'total' }],
])('reads the board of ?%s', (search, choice) => {
  expect(read(search)).toEqual(choice);
});

test.each([
  ['', true],
  ['by=total', true],
  ['by=nights', false],
  ['year=2025', false],
])('detects whether ?%s is the global board: %s', (search, isGlobal) => {
  expect(isGlobalBoard(read(search))).toBe(isGlobal);
});

test.each([
  [1, 1],
  [3, 1],
  [4, 2],
  [9, 3],
  [10, 4],
])('with %i shows, a ranking by average requires %i games', (showCount, games) => {
  expect(minGamesForAverage(showCount)).toBe(games);
});

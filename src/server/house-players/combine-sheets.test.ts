import { expect, test } from 'vitest';
import { combineSheets } from './combine-sheets.ts';

const repeat = (sheet: string[], count: number) => Array.from({ length: count }, () => sheet);

test('opens and closes as most sheets do, and orders the rest by their median place', () => {
  const sheets = [
    ...repeat(['Ash', 'Birch', 'Cedar', 'Date', 'Elm'], 3),
    ['Birch', 'Ash', 'Date', 'Cedar', 'Elm'],
    ['Elm', 'Date', 'Cedar', 'Birch', 'Ash'],
  ];
  expect(combineSheets(sheets)).toEqual(['Ash', 'Birch', 'Cedar', 'Date', 'Elm']);
  // Sheets of different lengths agree about the order, not about the position.
  const long = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm', 'Fir', 'Gum', 'Hazel'];
  expect(combineSheets([...repeat(long, 3), ...repeat(['Ash', 'Gum', 'Hazel'], 2)])).toEqual(long);
});

test('lists the 24 songs that most sheets have, ties in the order of the sheets', () => {
  const songs = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
  const shared = songs('Shared', 10);
  const sheets = Array.from({ length: 5 }, (_, n) => [...shared, ...songs(`Sheet ${n}`, 10)]);
  const list = combineSheets(sheets);
  expect(list.toSorted()).toEqual(
    [...shared, ...songs('Sheet 0', 10), ...songs('Sheet 1', 4)].toSorted(),
  );
  expect(list[0]).toBe('Shared 0');
});

test('makes no list from fewer than five sheets, and a list of one song from five', () => {
  expect(combineSheets(repeat(['Ash', 'Birch'], 4))).toEqual([]);
  expect(combineSheets(repeat(['Ash'], 5))).toEqual(['Ash']);
});

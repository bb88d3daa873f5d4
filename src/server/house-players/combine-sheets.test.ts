import { expect, test } from 'vitest';
import { combineSheets } from './combine-sheets.ts';

const repeat = (sheet: string[], count: number) => Array.from({ length: count }, () => sheet);

test('takes the opener and closer of most sheets, and orders the rest by median place', () => {
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

test('lists the 24 most frequent songs and breaks ties by sheet order', () => {
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

test('returns no songs for fewer than five sheets, and one song for five sheets with one song', () => {
  expect(combineSheets(repeat(['Ash', 'Birch'], 4))).toEqual([]);
  expect(combineSheets(repeat(['Ash'], 5))).toEqual(['Ash']);
});

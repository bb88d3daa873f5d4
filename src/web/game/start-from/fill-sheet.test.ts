import { expect, test } from 'vitest';
import { fillSheet } from './fill-sheet.ts';

const NONE: ReadonlySet<string> = new Set();
const range = (length: number, prefix: string) =>
  Array.from({ length }, (_, index) => `${prefix}${index + 1}`);

test('adds new songs below the current ones, in their order', () => {
  expect(fillSheet(['a', 'b'], ['c', 'a', 'd', 'c'], NONE)).toEqual(['a', 'b', 'c', 'd']);
  expect(fillSheet([], ['c', 'd'], NONE)).toEqual(['c', 'd']);
});

test('stops at 24 songs and adds preferred songs first', () => {
  const current = range(22, 'mine');
  const songIds = ['a', 'b', 'mine3', 'c', 'd'];
  expect(fillSheet(current, songIds, NONE)).toEqual([...current, 'a', 'b']);
  expect(fillSheet(current, songIds, new Set(['d']))).toEqual([...current, 'a', 'd']);
  expect(fillSheet(current, songIds, new Set(['b', 'c', 'd']))).toEqual([...current, 'b', 'c']);
  expect(fillSheet(range(24, 'mine'), songIds, new Set(['a']))).toEqual(range(24, 'mine'));
});

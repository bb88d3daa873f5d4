import { expect, test } from 'vitest';
import { gapText, isLongGone } from './songs.ts';

test.each([
  [{ gap: null, gapIsMinimum: false }, undefined, false],
  [{ gap: 0, gapIsMinimum: false }, '0', false],
  [{ gap: 100, gapIsMinimum: false }, '100', false],
  [{ gap: 104, gapIsMinimum: false }, '104', true],
  // Last played before the first show that is stored: how long it was gone is not known.
  [{ gap: 104, gapIsMinimum: true }, '104+', false],
])('a gap of %j reads %s, lit: %s', (song, text, isLit) => {
  expect(gapText(song)).toBe(text);
  expect(isLongGone(song)).toBe(isLit);
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  contrastRatio,
  findColorIssues,
  findLegibleColor,
  lowestContrast,
  parseRooms,
  TEXT_CONTRAST,
} from '#contract/band-colors.ts';

const ROOMS = parseRooms(readFileSync('src/web/theme/tokens.css', 'utf8'));
const ROOM = fc.constantFrom('dark' as const, 'light' as const);
const COLOR = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('calculates a contrast of 21 for black on white', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
});

test.each(['dark', 'light'] as const)(
  'the default lamp color is legible in the %s theme',
  (room) => {
    expect(lowestContrast(ROOMS, room, ROOMS[room]['lamp-ink'])).toBeGreaterThanOrEqual(
      TEXT_CONTRAST,
    );
  },
);

test('findLegibleColor() returns a legible color near any color, and a legible color itself', () => {
  fc.assert(
    fc.property(ROOM, COLOR, (room, color) => {
      const legibleColor = findLegibleColor(ROOMS, room, color);
      expect(lowestContrast(ROOMS, room, legibleColor)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(findLegibleColor(ROOMS, room, legibleColor)).toBe(legibleColor);
    }),
  );
});

test('names the illegible color of each theme and suggests a legible one', () => {
  const problems = findColorIssues(ROOMS, { dark: '#1d3a8a', light: '#ffd23f' });
  expect(problems.map(({ path }) => path)).toEqual([['dark'], ['light']]);
  expect(problems[0]?.message).toMatch(
    /^#1d3a8a has a contrast of 1\.\d:1 in the dark theme, but text needs 4\.5:1\. Try #[0-9a-f]{6}\.$/,
  );
  expect(findColorIssues(ROOMS, { dark: '#ffd23f', light: '#1d3a8a' })).toEqual([]);
  expect(findColorIssues(ROOMS, null)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  colorProblems,
  contrastOf,
  contrastRatio,
  nearestLegible,
  roomsOf,
  TEXT_CONTRAST,
} from '#contract/band-colors.ts';

const ROOMS = roomsOf(readFileSync('src/web/theme/tokens.css', 'utf8'));
const ROOM = fc.constantFrom('dark' as const, 'light' as const);
const COLOR = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, '0')}`);

it('black on white has a contrast of 21', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
});

it.each(['dark', 'light'] as const)('the default lamp color is legible in the %s room', (room) => {
  expect(contrastOf(ROOMS, room, ROOMS[room]['lamp-ink'])).toBeGreaterThanOrEqual(TEXT_CONTRAST);
});

it('legible() returns a legible color near any color, and a legible color itself', () => {
  fc.assert(
    fc.property(ROOM, COLOR, (room, color) => {
      const found = nearestLegible(ROOMS, room, color);
      expect(contrastOf(ROOMS, room, found)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      expect(nearestLegible(ROOMS, room, found)).toBe(found);
    }),
  );
});

it('names the illegible color of each room and suggests a legible one', () => {
  const problems = colorProblems(ROOMS, { dark: '#1d3a8a', light: '#ffd23f' });
  expect(problems.map(({ path }) => path)).toEqual([['dark'], ['light']]);
  expect(problems[0]?.message).toMatch(
    /^On dark #1d3a8a has a contrast of 1\.\d to 1, and text needs 4\.5: #[0-9a-f]{6} would do$/,
  );
  expect(colorProblems(ROOMS, { dark: '#ffd23f', light: '#1d3a8a' })).toEqual([]);
  expect(colorProblems(ROOMS, null)).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeContrast,
  computeLowestContrast,
  deriveLampTokens,
  findColorIssues,
  findLegibleColor,
  parseThemes,
  TEXT_CONTRAST,
} from './band-colors.ts';

const THEMES = parseThemes(`
:root {
  --hall: #131017;
  --stage: #1c1822;
  --well: #100d14;
  --dim: #aaa1b3;
  --glow: rgb(255 179 64 / 0.16);
  --lamp-ink: #ffb340;
  --gold: #e8c35a;
}

[data-theme="light"] {
  --hall: #ece7dd;
  --stage: #fbf8f2;
  --well: #fffdf9;
  --dim: #625a6b;
  --lamp-ink: #934b00;
}

.sheet {
  --hall: #ffffff;
}`);
const THEME = fc.constantFrom('dark' as const, 'light' as const);
const COLOR = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('reads the colors of both themes', () => {
  const dark = {
    ...{ hall: '#131017', stage: '#1c1822', well: '#100d14' },
    ...{ dim: '#aaa1b3', 'lamp-ink': '#ffb340', gold: '#e8c35a' },
  };
  const light = {
    ...{ hall: '#ece7dd', stage: '#fbf8f2', well: '#fffdf9' },
    ...{ dim: '#625a6b', 'lamp-ink': '#934b00', gold: '#e8c35a' },
  };
  expect(THEMES).toEqual({ dark, light });
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffff00', 8],
  ['#0a0a0a', '#000000', 1.06],
])('%s on %s has a contrast of %d in either order', (first, second, ratio) => {
  expect(computeContrast(first, second)).toBeCloseTo(ratio, 2);
  expect(computeContrast(second, first)).toBeCloseTo(ratio, 2);
});

test('derives the tokens of a lamp color in each theme', () => {
  expect(deriveLampTokens(THEMES, 'dark', '#2a9d8f')).toEqual({
    ...{ lamp: '#2a9d8f', 'lamp-strong': '#5fb6ab', 'lamp-ink': '#2a9d8f' },
    ...{ 'lamp-text': '#131017', glow: 'rgb(42 157 143 / 0.12)', focus: '#2a9d8f' },
  });
  expect(deriveLampTokens(THEMES, 'light', '#7a3b00')).toEqual({
    ...{ lamp: '#7a3b00', 'lamp-strong': '#683200', 'lamp-ink': '#7a3b00' },
    ...{ 'lamp-text': '#ffffff', glow: 'rgb(122 59 0 / 0.09)', focus: '#7a3b00' },
  });
});

test.each([
  ['dark', '#04bf44', 0.16],
  ['dark', '#828bce', 0.12],
  ['dark', '#109d6e', 0.08],
  ['dark', '#887ae3', 0.04],
  ['dark', '#012fd1', 0],
  ['light', '#744e02', 0.12],
  ['light', '#012fd1', 0.09],
  ['light', '#000000', 0.06],
  ['light', '#5442f7', 0.03],
  ['light', '#05ef15', 0],
] as const)('in the %s theme, %s glows by %d, which keeps text legible', (theme, lamp, share) => {
  expect(deriveLampTokens(THEMES, theme, lamp).glow).toMatch(new RegExp(`/ ${share}\\)$`));
});

test('findLegibleColor() returns a legible color near any color, and keeps a legible color', () => {
  fc.assert(
    fc.property(THEME, COLOR, (theme, color) => {
      const legibleColor = findLegibleColor(THEMES, theme, color);
      expect(computeLowestContrast(THEMES, theme, legibleColor)).toBeGreaterThanOrEqual(
        TEXT_CONTRAST,
      );
      expect(findLegibleColor(THEMES, theme, legibleColor)).toBe(legibleColor);
    }),
  );
});

test('names the illegible color of each theme and suggests a legible one', () => {
  const problems = findColorIssues(THEMES, { dark: '#1d3a8a', light: '#ffd23f' });
  expect(problems).toEqual([
    {
      ...{ code: 'custom', path: ['dark'] },
      message:
        '#1d3a8a has a contrast of 1.7:1 in the dark theme, but text needs 4.5:1. Try #6e81b4.',
    },
    {
      ...{ code: 'custom', path: ['light'] },
      message:
        '#ffd23f has a contrast of 1.2:1 in the light theme, but text needs 4.5:1. Try #7a651e.',
    },
  ]);
  expect(findColorIssues(THEMES, { dark: '#ffd23f', light: '#1d3a8a' })).toEqual([]);
  expect(findColorIssues(THEMES, null)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync('src/web/theme/tokens.css', 'utf8');

type Tokens = Record<string, string>;

const dark = findBlock(':root');
const themes = {
  dark,
  light: { ...dark, ...findBlock('[data-theme="light"]') },
};
const paper = findBlock('.sheet');

const TEXT = 4.5;
const CONTROL = 3;

describe.each(Object.entries(themes))('the %s theme', (_name, theme) => {
  const sheet = { ...theme, ...paper };

  test.each([
    ...listPairs(['text', 'dim', 'lamp-ink', 'danger'], ['hall', 'stage', 'well'], TEXT),
    ...listPairs(
      ['exact-on-hall', 'elsewhere-on-hall', 'special-on-hall', 'missed-on-hall'],
      ['hall', 'stage'],
      TEXT,
    ),
    ...listPairs(['lamp-text'], ['lamp', 'lamp-strong'], TEXT),
    ...listPairs(['danger-text'], ['danger-fill', 'danger-strong'], TEXT),
    ...listPairs(['edge', 'focus'], ['hall', 'stage', 'well'], CONTROL),
    ...listPairs(['lamp', 'danger-fill'], ['hall', 'stage'], CONTROL),
    ...listPairs(['gold', 'silver', 'bronze'], ['hall', 'stage'], CONTROL),
  ])('%s on %s has a contrast of at least %f', (foreground, background, ratio) => {
    expect(calculateContrast(theme, foreground, background)).toBeGreaterThanOrEqual(ratio);
  });

  test('lamp and text are legible on the glow', () => {
    for (const background of ['hall', 'stage']) {
      const litBackground = mix(findColor(theme, 'glow'), findColor(theme, background));
      expect(
        calculateContrastRatio(findColor(theme, 'lamp-ink'), litBackground),
      ).toBeGreaterThanOrEqual(TEXT);
      expect(calculateContrastRatio(findColor(theme, 'dim'), litBackground)).toBeGreaterThanOrEqual(
        TEXT,
      );
    }
  });

  test.each([
    ...listPairs(
      [
        'ink',
        'ink-dim',
        'exact',
        'elsewhere',
        'special',
        'missed',
        'text',
        'dim',
        'lamp-ink',
        'danger',
      ],
      ['sheet-top', 'sheet', 'sheet-low', 'sheet-now'],
      TEXT,
    ),
    ...listPairs(['sheet'], ['ink', 'ink-strong'], TEXT),
    ...listPairs(['exact'], ['exact-fill'], TEXT),
    ...listPairs(['elsewhere'], ['elsewhere-fill'], TEXT),
    ...listPairs(['special'], ['special-fill'], TEXT),
    ...listPairs(['text', 'dim', 'danger'], ['well'], TEXT),
    ...listPairs(['lamp-text'], ['lamp', 'lamp-strong'], TEXT),
    ...listPairs(['edge', 'focus'], ['sheet-top', 'sheet', 'sheet-low', 'well'], CONTROL),
  ])('on the sheet, %s on %s has a contrast of at least %f', (foreground, background, ratio) => {
    expect(calculateContrast(sheet, foreground, background)).toBeGreaterThanOrEqual(ratio);
  });

  test.each([1, 2, 3, 4, 5, 6])('initials on avatar %d are legible', (number) => {
    expect(calculateContrast(theme, 'avatar-text', `avatar-${number}`)).toBeGreaterThanOrEqual(
      TEXT,
    );
  });
});

test('calculates a contrast of 21 for black on white', () => {
  expect(calculateContrastRatio([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21);
});

function listPairs(
  foregrounds: string[],
  backgrounds: string[],
  ratio: number,
): [string, string, number][] {
  return foregrounds.flatMap((foreground) =>
    backgrounds.map((background): [string, string, number] => [foreground, background, ratio]),
  );
}

function findBlock(selector: string): Tokens {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`Missing block ${selector}`);
  const body = css.slice(start, css.indexOf('\n}', start));
  const lines = body.matchAll(/--([\w-]+):\s*([^;]+);/g);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value.trim()]));
}

type Color = [red: number, green: number, blue: number, alpha: number];

function findColor(tokens: Tokens, name: string): Color {
  const value = tokens[name];
  const reference = value?.match(/^var\(--([\w-]+)\)$/)?.[1];
  if (reference) return findColor(tokens, reference);
  const hex = value?.match(/^#(..)(..)(..)$/);
  if (hex) return [parse16(hex[1]), parse16(hex[2]), parse16(hex[3]), 1];
  const rgb = value?.match(/^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/);
  if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4])];
  throw new Error(`This test can't parse --${name}: ${value}`);
}

function parse16(digits = ''): number {
  return Number.parseInt(digits, 16);
}

function mix([r, g, b, alpha]: Color, [R, G, B]: Color): Color {
  const blend = (foreground: number, background: number) =>
    foreground * alpha + background * (1 - alpha);
  return [blend(r, R), blend(g, G), blend(b, B), 1];
}

function calculateContrast(tokens: Tokens, foreground: string, background: string): number {
  return calculateContrastRatio(findColor(tokens, foreground), findColor(tokens, background));
}

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
function calculateContrastRatio(first: Color, second: Color): number {
  const [darker = 0, lighter = 0] = [calculateLuminance(first), calculateLuminance(second)].sort(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function calculateLuminance([r, g, b]: Color): number {
  const toLinear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

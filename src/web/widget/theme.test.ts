import { expect, test } from 'vitest';
import { findLightness } from './theme.ts';

test.each([
  ['rgb(255, 255, 255)', 'light'],
  ['rgb(18, 18, 20)', 'dark'],
  ['rgba(0, 0, 0, 0)', undefined],
  ['rgba(0, 0, 0, 0.2)', undefined],
  ['rgba(20, 20, 20, 0.9)', 'dark'],
  ['oklch(0.21 0.006 285.885)', 'dark'],
  ['oklch(0.98 0 0 / 0)', undefined],
  ['lab(96 0 1.5)', 'light'],
  ['color(display-p3 0.1 0.1 0.12)', 'dark'],
  ['color(srgb 0.95 0.95 0.9 / 0.8)', 'light'],
  ['transparent', undefined],
])('detects the background %s as %s', (color, theme) => {
  const lightness = findLightness(color);
  const found = lightness === undefined ? undefined : lightness < 0.5 ? 'dark' : 'light';
  expect(found).toBe(theme);
});

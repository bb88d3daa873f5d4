import type { Band } from '#contract/band.ts';
import { parseThemes } from '#contract/band-colors.ts';
import { readRenderSource } from './render-sources.ts';

/** The colors of both themes. A band's color must be readable in both. */
export const themes = parseThemes(readRenderSource('tokens'));

export function getAccentColor({ colors }: Pick<Band, 'colors'>): string {
  return colors?.dark ?? colorOf('lamp');
}

/** Returns the token's color in the dark theme. */
export function colorOf(token: string): string {
  const color = colors.get(token);
  if (color === undefined) throw new Error(`Unknown color token: ${token}`);
  return color;
}

const colors = readColors(readRenderSource('tokens'));

function readColors(css: string): Map<string, string> {
  const root = css.slice(css.indexOf(':root'), css.indexOf('}'));
  return new Map(
    Array.from(root.matchAll(/--([\w-]+):\s*([^;]+)/g), ([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
}

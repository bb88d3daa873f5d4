import { parseRooms } from '#contract/band-colors.ts';
import { readRenderSource } from './render-sources.ts';

/** The colors of both themes. A band's color must be readable in both. */
export const themes = parseRooms(readRenderSource('tokens'));

/** Returns the token's color in the dark theme. */
export function colorOf(token: string): string {
  const color = colors.get(token);
  if (color === undefined) throw new Error(`Unknown color token: ${token}`);
  return color;
}

export function withOpacity(token: string, opacity: number): string {
  const [red, green, blue] = [1, 3, 5].map((start) =>
    Number.parseInt(colorOf(token).slice(start, start + 2), 16),
  );
  return `rgba(${red},${green},${blue},${opacity})`;
}

const colors = readColors(readRenderSource('tokens'));

/** The first rule, `:root`, is the dark theme. */
function readColors(css: string): Map<string, string> {
  const root = css.slice(css.indexOf(':root'), css.indexOf('}'));
  return new Map(
    Array.from(root.matchAll(/--([\w-]+):\s*([^;]+)/g), ([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
}

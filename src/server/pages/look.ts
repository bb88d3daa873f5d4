import { roomsOf } from '#contract/band-colors.ts';
import { readDrawn } from './drawn-files.ts';

/** The look's two rooms, in which a band's own colour must be read. */
export const rooms = roomsOf(readDrawn('tokens'));

/** The value of a colour of the look, by its token's name: the dark hall's, and the paper's. */
export function colorOf(token: string): string {
  const color = colors.get(token);
  if (color === undefined) throw new Error(`The look has no colour ${token}`);
  return color;
}

/** The same, let through: `opacity` from 0 to 1. */
export function glowOf(token: string, opacity: number): string {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(colorOf(token).slice(at, at + 2), 16),
  );
  return `rgba(${red},${green},${blue},${opacity})`;
}

const colors = readColors(readDrawn('tokens'));

/** Of the first rule, `:root`: the light room's come after it. */
function readColors(css: string): Map<string, string> {
  const root = css.slice(css.indexOf(':root'), css.indexOf('}'));
  return new Map(
    Array.from(root.matchAll(/--([\w-]+):\s*([^;]+)/g), ([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
}

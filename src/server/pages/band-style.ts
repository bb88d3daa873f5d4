import type { Band } from '#contract/band.ts';
import { lampTokens, type Room } from '#contract/band-colors.ts';
import { rooms } from './look.ts';

/** The address of `colorsCss`, another one after each change; none where the look's own colours hold. */
export function colorsPath({ colors, version }: Band): string | undefined {
  return colors ? `/band.css?v=${version}` : undefined;
}

/** A band's own lamp, put over the look's tokens. */
export function colorsCss({ colors }: Band): string {
  if (!colors) return '';
  const rule = (selector: string, room: Room) => {
    const tokens = Object.entries(lampTokens(rooms, room, colors[room]));
    return `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}`;
  };
  // Twice the root, as the look's own rules may come after these.
  return rule(':root:root', 'dark') + rule(':root[data-theme="light"]', 'light');
}

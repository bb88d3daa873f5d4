import type { Band } from '#contract/band.ts';
import { lampTokens, type Room } from '#contract/band-colors.ts';
import { themes } from './colors.ts';

export function colorsPath({ colors, version }: Band): string | undefined {
  return colors ? `/band.css?v=${version}` : undefined;
}

export function colorsCss({ colors }: Band): string {
  if (!colors) return '';
  const rule = (selector: string, room: Room) => {
    const tokens = Object.entries(lampTokens(themes, room, colors[room]));
    return `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}`;
  };
  // `:root:root` has a higher specificity than the theme's rules, which may come later.
  return rule(':root:root', 'dark') + rule(':root[data-theme="light"]', 'light');
}

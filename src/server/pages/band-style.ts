import type { Band } from '#contract/band.ts';
import { lampTokens, type Room } from '#contract/band-colors.ts';
import { themes } from './colors.ts';

export function getColorsPath({ colors, version }: Band): string | undefined {
  return colors ? `/band.css?v=${version}` : undefined;
}

export function colorsCss({ colors }: Band): string {
  if (!colors) return '';
  const renderRule = (selector: string, theme: Room) => {
    const tokens = Object.entries(lampTokens(themes, theme, colors[theme]));
    return `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}`;
  };
  // `:root:root` has a higher specificity than the theme's rules, which may come later.
  return renderRule(':root:root', 'dark') + renderRule(':root[data-theme="light"]', 'light');
}

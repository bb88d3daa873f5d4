import type { Band } from '#contract/band.ts';
import { deriveLampTokens, type Theme } from '#contract/band-colors.ts';
import { themes } from './colors.ts';

export function getColorsPath({ colors, version }: Band): string | undefined {
  return colors ? `/band.css?v=${version}` : undefined;
}

/** Returns a function that maps a token to its color in a theme. */
export function readColors(
  { colors }: Pick<Band, 'colors'>,
  theme: Theme,
): (token: string) => string {
  const tokens: Record<string, string> = {
    ...themes[theme],
    ...(colors && deriveLampTokens(themes, theme, colors[theme])),
  };
  return (token) => {
    const color = tokens[token];
    if (color === undefined) throw new Error(`Unknown color token: ${token}`);
    return color;
  };
}

export function renderColorsCss({ colors }: Band): string {
  if (!colors) return '';
  const renderRule = (selector: string, theme: Theme) => {
    const tokens = Object.entries(deriveLampTokens(themes, theme, colors[theme]));
    return `${selector}{${tokens.map(([name, value]) => `--${name}:${value}`).join(';')}}`;
  };
  // `:root:root` has a higher specificity than the theme's rules, which may come later.
  return renderRule(':root:root', 'dark') + renderRule(':root[data-theme="light"]', 'light');
}

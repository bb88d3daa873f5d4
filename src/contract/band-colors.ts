/** A theme's colors that an accent color (a "lamp") must contrast with. */
export type ThemeColors = Record<'hall' | 'stage' | 'well' | 'dim' | 'lamp-ink', string>;
export type Theme = 'dark' | 'light';
export type Themes = Record<Theme, ThemeColors>;

/** `css` is the content of tokens.css. */
export function parseThemes(css: string): Themes {
  const dark = parseColors(css, ':root');
  return { dark, light: { ...dark, ...parseColors(css, '[data-theme="light"]') } };
}

function parseColors(css: string, selector: string): ThemeColors {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf('}', start));
  const tokens = Array.from(rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g));
  return Object.fromEntries(tokens.map(([, name, value]) => [name, value])) as ThemeColors;
}

/** The minimum contrast of WCAG 2.2 level AA, applied to every text size. */
export const TEXT_CONTRAST = 4.5;

const GLOW = { dark: 0.16, light: 0.12 };
const WHITE = '#ffffff';
const BLACK = '#000000';

export function deriveLampTokens(themes: Themes, theme: Theme, lamp: string) {
  const isDark = theme === 'dark';
  const [red, green, blue] = parseChannels(lamp);
  return {
    lamp,
    'lamp-strong': isDark ? mix(WHITE, lamp, 0.25) : mix(BLACK, lamp, 0.15),
    'lamp-ink': lamp,
    'lamp-text': isDark ? themes.dark.hall : WHITE,
    glow: `rgb(${red} ${green} ${blue} / ${glowOpacity(themes, theme, lamp)})`,
    focus: lamp,
  };
}

function glowOpacity(themes: Themes, theme: Theme, lamp: string): number {
  const { hall, stage, dim } = themes[theme];
  const isReadable = (opacity: number) =>
    [hall, stage]
      .map((surface) => mix(lamp, surface, opacity))
      .every(
        (background) =>
          Math.min(computeContrast(dim, background), computeContrast(lamp, background)) >=
          TEXT_CONTRAST,
      );
  const opacities = [1, 0.75, 0.5, 0.25].map((factor) => factor * GLOW[theme]);
  return opacities.find(isReadable) ?? 0;
}

/** Returns the lowest WCAG contrast, 1 to 21, of text in this accent color and of text on it. */
export function computeLowestContrast(themes: Themes, theme: Theme, lamp: string): number {
  const { hall, stage, well } = themes[theme];
  const tokens = deriveLampTokens(themes, theme, lamp);
  return Math.min(
    ...[hall, stage, well].map((surface) => computeContrast(lamp, surface)),
    ...[tokens.lamp, tokens['lamp-strong']].map((fill) =>
      computeContrast(tokens['lamp-text'], fill),
    ),
  );
}

export function findLegibleColor(themes: Themes, theme: Theme, lamp: string): string {
  const steps = Array.from({ length: 51 }, (_, step) =>
    mix(theme === 'dark' ? WHITE : BLACK, lamp, step / 50),
  );
  const isLegible = (color: string) => computeLowestContrast(themes, theme, color) >= TEXT_CONTRAST;
  return steps.find(isLegible) ?? themes[theme]['lamp-ink'];
}

export function findColorIssues(themes: Themes, colors: Record<Theme, string> | null) {
  if (!colors) return [];
  return (['dark', 'light'] as const).flatMap((theme) => {
    const contrast = computeLowestContrast(themes, theme, colors[theme]);
    if (contrast >= TEXT_CONTRAST) return [];
    const message = `${colors[theme]} has a contrast of ${contrast.toFixed(1)}:1 in the ${theme} theme, but text needs ${TEXT_CONTRAST}:1. Try ${findLegibleColor(themes, theme, colors[theme])}.`;
    return [{ code: 'custom' as const, path: [theme], message }];
  });
}

export function computeContrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function mix(front: string, back: string, share: number): string {
  const backChannels = parseChannels(back);
  const mixedChannels = parseChannels(front).map((channel, index) =>
    Math.round(channel * share + (backChannels[index] ?? 0) * (1 - share)),
  );
  return `#${mixedChannels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function parseChannels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(hex).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

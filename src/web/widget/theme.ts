export type Theme = 'dark' | 'light';

/** Reports the theme of the page around `host`, at first and after each change. */
export function followTheme(
  host: Element,
  chosen: string | undefined,
  { signal, report }: { signal: AbortSignal; report: (theme: Theme) => void },
): void {
  const isChosen = chosen === 'dark' || chosen === 'light';
  const detect = () => report(isChosen ? chosen : detectTheme(host));
  detect();
  if (isChosen) return;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', detect, { signal });
  addEventListener('load', detect, { signal });
  addEventListener('click', () => setTimeout(detect), { signal });
}

/** Based on the background behind `host`, because few dark sites declare a color scheme. */
function detectTheme(host: Element): Theme {
  for (let element: Element | null = host; element; element = findParent(element)) {
    const lightness = findLightness(getComputedStyle(element).backgroundColor);
    if (lightness !== undefined) return lightness < 0.5 ? 'dark' : 'light';
  }
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  const isDark = scheme.includes('dark');
  const isLight = scheme.includes('light');
  if (isDark && isLight)
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return isDark ? 'dark' : 'light';
}

function findParent(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** Returns 0 to 1, or undefined if the color is mostly transparent. */
export function findLightness(color: string): number | undefined {
  const [, name = '', values = ''] = /^(\w+)\((.*)\)$/.exec(color) ?? [];
  const [first = 0, second = 0, third = 0, alpha = 1] = (
    values.replace(/^[a-z][\w-]*/, '').match(/-?[\d.]+(?:e-?\d+)?/g) ?? []
  ).map(Number);
  if (!name || alpha < 0.5) return undefined;
  if (/^ok/.test(name)) return first;
  if (/^l/.test(name)) return first / 100;
  const sum = 0.3 * first + 0.6 * second + 0.1 * third;
  return name === 'color' ? sum : sum / 255;
}

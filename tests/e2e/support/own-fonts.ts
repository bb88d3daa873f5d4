import type { Page } from '@playwright/test';

/**
 * Loads the product's fonts before a test measures text. With `font-display: optional`, a font that
 * arrives late is never used, and the wider fallback stays.
 */
export async function loadOwnFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const fontFaces = (rules: CSSRuleList): CSSFontFaceRule[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSFontFaceRule) return [rule];
        return rule instanceof CSSGroupingRule ? fontFaces(rule.cssRules) : [];
      });
    const optional = [...document.styleSheets].flatMap(({ cssRules, href }) =>
      fontFaces(cssRules).flatMap(({ style }) => {
        const [, path] = /url\("?([^")]+)/.exec(style.getPropertyValue('src')) ?? [];
        if (style.getPropertyValue('font-display') !== 'optional' || !path) return [];
        const url = new URL(path, href ?? location.href).href;
        const family = style.getPropertyValue('font-family').replaceAll('"', '');
        return [new FontFace(family, `url("${url}")`, { weight: style.fontWeight })];
      }),
    );
    if (optional.length === 0) throw new Error('The page has no font of its own.');
    for (const face of await Promise.all(optional.map((face) => face.load())))
      document.fonts.add(face);
  });
}

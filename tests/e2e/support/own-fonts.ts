import type { Page } from '@playwright/test';

/** With `font-display: optional`, a late font is never used, which changes text widths. */
export async function loadOwnFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const listFontFaces = (rules: CSSRuleList): CSSFontFaceRule[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSFontFaceRule) return [rule];
        return rule instanceof CSSGroupingRule ? listFontFaces(rule.cssRules) : [];
      });
    const optionalFonts = [...document.styleSheets].flatMap(({ cssRules, href }) =>
      listFontFaces(cssRules).flatMap(({ style }) => {
        const [, path] = /url\("?([^")]+)/.exec(style.getPropertyValue('src')) ?? [];
        if (style.getPropertyValue('font-display') !== 'optional' || !path) return [];
        const url = new URL(path, href ?? location.href).href;
        const family = style.getPropertyValue('font-family').replaceAll('"', '');
        return [new FontFace(family, `url("${url}")`, { weight: style.fontWeight })];
      }),
    );
    if (optionalFonts.length === 0) throw new Error('The page has no font of its own.');
    for (const face of await Promise.all(optionalFonts.map((face) => face.load())))
      document.fonts.add(face);
  });
}

import { dataUrlOf } from './data-url.ts';

/**
 * The page's own @font-face rules with their files inside: a picture is drawn from an SVG, which may
 * load nothing. Rejects when a font can't be read: without it the picture would not be the card.
 */
export function embeddedFonts(): Promise<string> {
  fonts ??= readFonts().catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}

let fonts: Promise<string> | undefined;

async function readFonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  const texts = await Promise.all(rules.map(withFilesInside));
  return texts.join('\n');
}

async function withFilesInside(rule: CSSFontFaceRule): Promise<string> {
  const base = rule.parentStyleSheet?.href ?? document.baseURI;
  let text = rule.cssText;
  for (const [reference, address] of text.matchAll(/url\("?([^")]+)"?\)/g)) {
    if (!address || address.startsWith('data:')) continue;
    const answer = await fetch(new URL(address, base));
    if (!answer.ok) throw new Error(`The font could not be read: ${answer.status}`);
    text = text.replace(reference, `url("${await dataUrlOf(await answer.blob())}")`);
  }
  return text;
}

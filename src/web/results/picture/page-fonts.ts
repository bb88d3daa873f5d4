import { dataUrlOf } from './data-url.ts';

/** One of the page's @font-face rules. */
export interface PageFont {
  family: string;
  weight: string;
  /** Null for a fallback that lies on the reader's system. */
  file: ArrayBuffer | null;
  /** The rule with its file inside. */
  cssText: string;
}

/**
 * The fonts that the page has, read once. A picture is drawn from an SVG, which may load nothing.
 * Rejects when one can't be read: without it the picture would not be the card.
 */
export function pageFonts(): Promise<PageFont[]> {
  fonts ??= readFonts().catch((error: unknown) => {
    fonts = undefined;
    throw error;
  });
  return fonts;
}

let fonts: Promise<PageFont[]> | undefined;

function readFonts(): Promise<PageFont[]> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  return Promise.all(rules.map(readFont));
}

async function readFont({ style, cssText, parentStyleSheet }: CSSFontFaceRule): Promise<PageFont> {
  const family = style.getPropertyValue('font-family').replaceAll('"', '');
  const weight = style.getPropertyValue('font-weight') || 'normal';
  const [reference, address] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (!reference || !address) return { family, weight, file: null, cssText };
  const answer = await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI));
  if (!answer.ok) throw new Error(`The font could not be read: ${answer.status}`);
  const file = await answer.blob();
  return {
    family,
    weight,
    file: await file.arrayBuffer(),
    cssText: cssText.replace(reference, `url("${await dataUrlOf(file)}")`),
  };
}

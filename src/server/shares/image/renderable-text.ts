import { createRequire } from 'node:module';

/** Removes emoji, and replaces scripts that the fonts lack with '…'. Never returns ''. */
export function toRenderableText(text: string): string {
  const renderable = text
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\S/gu, (character) =>
      isInFonts(character) ? character : LETTER.test(character) ? GAP : '',
    )
    .replace(GAPS, '…')
    .replace(/ +/g, ' ')
    .trim();
  return renderable || '…';
}

/** Marks characters that the fonts lack. A run of them becomes one ellipsis. */
const GAP = '\ufffc';
const GAPS = /\ufffc(?:[\ufffc ]*\ufffc)?/g;
const LETTER = /[\p{L}\p{N}]/u;
/** Text of only these characters breaks rendering. In other text they could hide content. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;

function isInFonts(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => code >= from && code <= to);
}

const ranges = readRanges();

function readRanges(): [number, number][] {
  const { latin, 'latin-ext': latinExt } = createRequire(import.meta.url)(
    '@fontsource/instrument-sans/unicode.json',
  );
  return `${latin},${latinExt}`.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

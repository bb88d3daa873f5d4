import { createRequire } from 'node:module';

/**
 * The part of a text that our two fonts can draw, which is Latin script. Emoji are removed, and
 * words of other scripts become an ellipsis to show that something is missing. Never empty.
 */
export function toDrawableText(text: string): string {
  const drawn = text
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\S/gu, (character) =>
      isInFonts(character) ? character : LETTER.test(character) ? GAP : '',
    )
    .replace(GAPS, '…')
    .replace(/ +/g, ' ')
    .trim();
  return drawn || '…';
}

/** Stands for characters missing from the fonts, until a run of them becomes one ellipsis. */
const GAP = '\ufffc';
const GAPS = /\ufffc(?:[\ufffc ]*\ufffc)?/g;
const LETTER = /[\p{L}\p{N}]/u;
/**
 * Invisible characters. A text of nothing else breaks the drawing, and in others they could hide
 * content.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;

/** By the unicode ranges of the font packages: 'U+0000-00FF,U+0131'. */
function isInFonts(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([from, to]) => code >= from && code <= to);
}

const ranges = readRanges();

function readRanges(): [number, number][] {
  const { latin, 'latin-ext': more } = createRequire(import.meta.url)(
    '@fontsource/instrument-sans/unicode.json',
  );
  return `${latin},${more}`.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

import { createRequire } from 'node:module';

/** Keeps what our Latin fonts can draw. Emoji go, other scripts become an ellipsis. Never empty. */
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

/** Stands for a character missing from the fonts. A run of them becomes one ellipsis. */
const GAP = '\ufffc';
const GAPS = /\ufffc(?:[\ufffc ]*\ufffc)?/g;
const LETTER = /[\p{L}\p{N}]/u;
/** A text of only these breaks the drawing. In other texts they could hide content. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;

/** The font packages list their ranges as 'U+0000-00FF,U+0131'. */
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

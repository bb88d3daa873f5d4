import { createRequire } from 'node:module';

/**
 * What our two faces can draw of a text: Latin of all kinds. Emoji are left out; words of other
 * scripts become an ellipsis, so that it shows that something stood there. Never empty.
 */
export function drawable(text: string): string {
  const drawn = text
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\S/gu, (sign) => (isInFaces(sign) ? sign : LETTER.test(sign) ? GAP : ''))
    .replace(GAPS, '…')
    .replace(/ +/g, ' ')
    .trim();
  return drawn || '…';
}

/** Stands for a letter that is not in the faces, until a run of them becomes one ellipsis. */
const GAP = '\ufffc';
const GAPS = /\ufffc(?:[\ufffc ]*\ufffc)?/g;
const LETTER = /[\p{L}\p{N}]/u;
/** A text of nothing but these stops the drawing; in others they would say what is not seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;

/** By the ranges that the faces' packages name: 'U+0000-00FF,U+0131'. */
function isInFaces(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
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

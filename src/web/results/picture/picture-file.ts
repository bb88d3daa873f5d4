/** What a picture shows: the last word of its file's name. */
export type PictureKind = 'scorecard' | 'prediction';

/**
 * 'Harborlight-Pavilion-scorecard.png': the show's name with its spaces as hyphens, without what a
 * file system forbids in a name, and short enough for all of them.
 */
export function pictureFileName(showName: string, kind: PictureKind): string {
  const name = showName
    .normalize('NFC')
    .replace(FORBIDDEN, '')
    .trim()
    .replace(SEPARATORS, '-')
    .replace(INVISIBLE, '')
    // A dot in front would hide the file.
    .replace(/^[-.]+/, '');
  return `${fitting(name) || 'Show'}-${kind}.png`;
}

/** Control characters, and those that hide or turn what stands beside them. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const FORBIDDEN = /[<>"?*]/g;
const SEPARATORS = /[\s/\\|:]+/g;

/** A name may have 255 bytes; the ending and a browser's ' (1)' need some of them. */
const MAX_BYTES = 200;

function fitting(name: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let fits = '';
  for (const character of name) {
    bytes += encoder.encode(character).length;
    if (bytes > MAX_BYTES) break;
    fits += character;
  }
  return fits;
}

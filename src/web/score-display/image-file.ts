export type ImageKind = 'scorecard' | 'prediction' | 'tour';

export function buildImageFileName(showName: string, kind: ImageKind): string {
  const name = showName
    .normalize('NFC')
    .replace(FORBIDDEN, '')
    .trim()
    .replace(SEPARATORS, '-')
    .replace(INVISIBLE, '')
    // A leading dot would hide the file.
    .replace(/^[-.]+/, '');
  return `${truncate(name) || 'Show'}-${kind}.png`;
}

/** Control and formatting characters, which can hide or reorder their neighbors. */
const INVISIBLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const FORBIDDEN = /[<>"?*]/g;
const SEPARATORS = /[\s/\\|:]+/g;

/** File names have at most 255 bytes. Leaves space for the extension and a browser's ' (1)'. */
const MAX_BYTES = 200;

function truncate(name: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let truncated = '';
  for (const character of name) {
    bytes += encoder.encode(character).length;
    if (bytes > MAX_BYTES) break;
    truncated += character;
  }
  return truncated;
}

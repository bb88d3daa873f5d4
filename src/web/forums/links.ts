/** A run of a post's text: plain where it has no `href`. */
export interface TextPiece {
  text: string;
  href?: string;
}

/**
 * Cuts a text at its addresses. Only whole http and https addresses become links; anything else,
 * `javascript:` above all, stays text. One with a user name before its host stays text too:
 * https://called-it.example@evil.example leads elsewhere than it looks.
 */
export function cutAtLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutClosing(found);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Invisible characters end an address, as they could make it read like another. */
const ADDRESS = /(?<![\p{L}\p{N}_])https?:\/\/[^\s\p{Cc}\p{Cf}<>"'`\\]+/giu;

function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : undefined;
}

/** The sentence's punctuation is not the address's, nor is a bracket that was opened before it. */
function withoutClosing(found: string): string {
  let open = 0;
  for (const character of found) open += character === '(' ? 1 : character === ')' ? -1 : 0;
  let end = found.length;
  while (end > 0) {
    const last = found.charAt(end - 1);
    if (last === ')' && open < 0) open += 1;
    else if (!PUNCTUATION.has(last)) break;
    end -= 1;
  }
  return found.slice(0, end);
}

const PUNCTUATION = new Set('.,;:!?…*_~]}');

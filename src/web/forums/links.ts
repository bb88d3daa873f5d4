export interface TextPiece {
  text: string;
  href?: string;
}

/** A URL with a user name stays text: https://called-it.example@evil.example opens evil.example. */
export function splitAtLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const url = trimPunctuation(match);
    const href = toSafeHref(url);
    if (href === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: url, href });
    end = index + url.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Invisible characters end a URL because they could make it look like a different one. */
const URL_PATTERN = /(?<![\p{L}\p{N}_])https?:\/\/[^\s\p{Cc}\p{Cf}<>"'`\\]+/giu;

function toSafeHref(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : undefined;
}

/** Keeps a closing bracket only if the URL also opens it. */
function trimPunctuation(match: string): string {
  let openBrackets = 0;
  for (const character of match) openBrackets += character === '(' ? 1 : character === ')' ? -1 : 0;
  let end = match.length;
  while (end > 0) {
    const last = match.charAt(end - 1);
    if (last === ')' && openBrackets < 0) openBrackets += 1;
    else if (!PUNCTUATION.has(last)) break;
    end -= 1;
  }
  return match.slice(0, end);
}

const PUNCTUATION = new Set('.,;:!?…*_~]}');

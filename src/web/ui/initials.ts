/**
 * A name's first two letters, without what is none (digits, punctuation, emoji); each with the marks
 * that belong to it. Of a name without letters its first sign.
 */
export function initialsOf(name: string): string {
  const signs = signsOf(name);
  const letters = signs.filter((sign) => /^\p{L}/u.test(sign)).slice(0, 2);
  return letters.length > 0 ? letters.join('') : (signs.find((sign) => sign.trim()) ?? '');
}

/** What a reader takes for one sign each. A segmenter costs a slow phone's first paint 35 ms. */
function signsOf(name: string): string[] {
  if (/^[ -~]*$/.test(name)) return Array.from(name);
  return Array.from(new Intl.Segmenter('en').segment(name), ({ segment }) => segment);
}

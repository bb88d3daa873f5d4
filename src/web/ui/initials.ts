/**
 * A name's first two letters, without what is none (digits, punctuation, emoji); each with the marks
 * that belong to it. Of a name without letters its first sign.
 */
export function initialsOf(name: string): string {
  const signs = Array.from(graphemes.segment(name), ({ segment }) => segment);
  const letters = signs.filter((sign) => /^\p{L}/u.test(sign)).slice(0, 2);
  return letters.length > 0 ? letters.join('') : (signs.find((sign) => sign.trim()) ?? '');
}

const graphemes = new Intl.Segmenter('en');

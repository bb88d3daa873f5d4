export interface SearchText {
  label: string;
  detail?: string | null | undefined;
}

/**
 * An item matches if it contains the text, or all its words in any order, ignoring case, accents
 * and punctuation. Labels that start with the query come first. If nothing matches, a query of four
 * letters or more may contain one typo.
 */
export function searchIndex<Item>(
  items: readonly Item[],
  getText: (item: Item) => SearchText,
): (text: string) => Item[] {
  const entries = items.map((item) => {
    const { label, detail } = getText(item);
    return { item, label: ` ${normalizeText(label)}`, detail: ` ${normalizeText(detail ?? '')}` };
  });
  return (text) => {
    const query = normalizeText(text);
    if (query === '') return [...items];
    const words = query.split(' ');
    const ranks: [Item[], Item[], Item[]] = [[], [], []];
    for (const { item, label, detail } of entries) {
      if (label.startsWith(` ${query}`)) ranks[0].push(item);
      else if (label.includes(` ${query}`)) ranks[1].push(item);
      else if (containsQuery(label, detail, query, words)) ranks[2].push(item);
    }
    const matches = ranks.flat();
    if (matches.length > 0 || query.length < MIN_FUZZY_LENGTH) return matches;
    return entries
      .filter(
        ({ label, detail }) => containsWithTypo(label, query) || containsWithTypo(detail, query),
      )
      .map(({ item }) => item);
  };
}

const MIN_FUZZY_LENGTH = 4;

function containsQuery(
  label: string,
  detail: string,
  query: string,
  words: readonly string[],
): boolean {
  if (label.includes(query) || detail.includes(query)) return true;
  return words.every((word) => label.includes(` ${word}`) || detail.includes(` ${word}`));
}

function containsWithTypo(text: string, query: string): boolean {
  for (let start = 0; start >= 0; start = text.indexOf(' ', start + 1))
    if (startsWithTypo(text.slice(start + 1), query)) return true;
  return false;
}

function startsWithTypo(text: string, query: string): boolean {
  let mismatch = 0;
  while (mismatch < query.length && text[mismatch] === query[mismatch]) mismatch += 1;
  const restMatches = (inText: number, inQuery: number) =>
    text.slice(mismatch + inText).startsWith(query.slice(mismatch + inQuery));
  const isSwapped =
    text[mismatch] === query[mismatch + 1] && text[mismatch + 1] === query[mismatch];
  return (
    restMatches(1, 1) || restMatches(1, 0) || restMatches(0, 1) || (isSwapped && restMatches(2, 2))
  );
}

/** Text without letters or digits, such as '???', is returned unchanged. */
function normalizeText(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'‘’ʼ`´]/gu, '')
    .replace(/[æœßøłđ]/g, (letter) => LETTER_SPELLINGS[letter] ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return letters || text.trim();
}

/** Letters that Unicode doesn't decompose. */
const LETTER_SPELLINGS: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
};

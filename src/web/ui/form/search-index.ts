/** What a search looks at: what a thing is called, and what else it may be found by. */
export interface Searched {
  label: string;
  detail?: string | null | undefined;
}

/**
 * Makes things searchable; the answer is made for every key that is typed. It finds those that hold
 * the text, whatever its case, accents and punctuation, or all of its words in any order; what
 * begins with it comes first, otherwise the order stays. Only where nothing does, one typo is
 * forgiven to a text of four letters or more: a letter wrong, missing, too many, or two swapped.
 * An empty text finds all.
 */
export function searchIndex<Item>(
  items: readonly Item[],
  textOf: (item: Item) => Searched,
): (text: string) => Item[] {
  const entries = items.map((item) => {
    const { label, detail } = textOf(item);
    return { item, label: ` ${plain(label)}`, detail: ` ${plain(detail ?? '')}` };
  });
  return (text) => {
    const wanted = plain(text);
    if (wanted === '') return [...items];
    const words = wanted.split(' ');
    const ranks: [Item[], Item[], Item[]] = [[], [], []];
    for (const { item, label, detail } of entries) {
      if (label.startsWith(` ${wanted}`)) ranks[0].push(item);
      else if (label.includes(` ${wanted}`)) ranks[1].push(item);
      else if (holds(label, detail, wanted, words)) ranks[2].push(item);
    }
    const found = ranks.flat();
    if (found.length > 0 || wanted.length < FORGIVING_FROM) return found;
    return entries
      .filter(({ label, detail }) => nearlyHolds(label, wanted) || nearlyHolds(detail, wanted))
      .map(({ item }) => item);
  };
}

const FORGIVING_FROM = 4;

function holds(label: string, detail: string, wanted: string, words: readonly string[]): boolean {
  if (label.includes(wanted) || detail.includes(wanted)) return true;
  return words.every((word) => label.includes(` ${word}`) || detail.includes(` ${word}`));
}

/** Whether the text is, but for one typo, what some word and those after it begin with. */
function nearlyHolds(text: string, wanted: string): boolean {
  for (let start = 0; start >= 0; start = text.indexOf(' ', start + 1))
    if (nearlyBegins(text.slice(start + 1), wanted)) return true;
  return false;
}

function nearlyBegins(text: string, wanted: string): boolean {
  let at = 0;
  while (at < wanted.length && text[at] === wanted[at]) at += 1;
  const goesOn = (inText: number, inWanted: number) =>
    text.slice(at + inText).startsWith(wanted.slice(at + inWanted));
  const isSwapped = text[at] === wanted[at + 1] && text[at + 1] === wanted[at];
  return goesOn(1, 1) || goesOn(1, 0) || goesOn(0, 1) || (isSwapped && goesOn(2, 2));
}

/** Letters and figures alone, in small and bare; a title of nothing but signs stays as it is. */
function plain(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'‘’ʼ`´]/gu, '')
    .replace(/[æœßøłđ]/g, (letter) => SPELT[letter] ?? letter)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return letters || text.trim();
}

/** Letters that Unicode does not take apart. */
const SPELT: Record<string, string> = { æ: 'ae', œ: 'oe', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

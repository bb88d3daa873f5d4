export interface Group<Item> {
  title: string;
  items: Item[];
}

/** Keeps the order of the items, and of the groups by their first item. */
export function groupItems<Item>(
  items: readonly Item[],
  getTitle: (item: Item) => string,
): Group<Item>[] {
  const groups = new Map<string, Group<Item>>();
  for (const item of items) {
    const title = getTitle(item);
    const group = groups.get(title);
    if (group) group.items.push(item);
    else groups.set(title, { title, items: [item] });
  }
  return [...groups.values()];
}

/** Returns '#' for other characters. Ignores accents: 'É' is grouped under 'E'. */
export function getFirstLetter(text: string): string {
  const letter = text.normalize('NFD').charAt(0).toUpperCase();
  return /\p{L}/u.test(letter) ? letter : '#';
}

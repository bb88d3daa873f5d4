/** The format of queues in localStorage must stay readable. */
export interface StoredFormat<Item> {
  parse: (text: string) => Item[];
  serialize: (items: readonly Item[]) => string;
}

/** Every tab reads and writes the same list, so no tab overwrites another tab's items. */
export function createStoredItems<Item extends { id: string }>(
  key: string,
  { parse, serialize }: StoredFormat<Item>,
) {
  let items: readonly Item[] = [];
  let text: string | null | undefined;
  let isStored = true;

  /** Returns the same array until the list changes. */
  function read(): readonly Item[] {
    const current = readText();
    if (current === text) return items;
    text = current;
    const storedItems = current === null ? [] : parse(current);
    const isKnown = ({ id }: Item) => storedItems.some((item) => item.id === id);
    items = isStored ? storedItems : [...storedItems, ...items.filter((item) => !isKnown(item))];
    return items;
  }

  /** Returns false if storage is blocked or full. The list stays in memory then. */
  function write(next: readonly Item[]): boolean {
    items = next;
    try {
      const serialized = next.length === 0 ? null : serialize(next);
      if (serialized === null) localStorage.removeItem(key);
      else localStorage.setItem(key, serialized);
      text = serialized;
      isStored = true;
    } catch {
      isStored = false;
    }
    return isStored;
  }

  function readText(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  return { read, write };
}

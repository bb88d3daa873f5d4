/** The text in localStorage. Devices have queues in it, so its shape must stay readable. */
export interface StoredFormat<Item> {
  parse: (text: string) => Item[];
  print: (items: readonly Item[]) => string;
}

/** Every tab reads and writes the same list, so no tab overwrites what another one added. */
export function createStoredItems<Item extends { id: string }>(
  key: string,
  { parse, print }: StoredFormat<Item>,
) {
  let items: readonly Item[] = [];
  let text: string | null | undefined;
  let isStored = true;

  /** Returns the same array until the list changes. */
  function read(): readonly Item[] {
    const current = readText();
    if (current === text) return items;
    text = current;
    const fromStorage = current === null ? [] : parse(current);
    const isKnown = ({ id }: Item) => fromStorage.some((item) => item.id === id);
    items = isStored ? fromStorage : [...fromStorage, ...items.filter((item) => !isKnown(item))];
    return items;
  }

  /** Returns false if storage is blocked or full. The list stays in memory then. */
  function write(next: readonly Item[]): boolean {
    items = next;
    try {
      const printed = next.length === 0 ? null : print(next);
      if (printed === null) localStorage.removeItem(key);
      else localStorage.setItem(key, printed);
      text = printed;
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

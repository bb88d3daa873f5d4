/**
 * Returns rows and cards that repeat others, apart from text, names and links. Omits the first
 * `keptCount` rows and the last row of each kind. Runs in the page, without outer variables.
 */
export function findRepeatedRows(root: Element, keptCount: number): Element[] {
  const rows = 'tr, li, article, option';
  const names =
    /^(?:id|for|href|src|alt|title|value|name|datetime|data-song|aria-(?:label|labelledby|describedby|controls|owns))$/;
  const numbersByText = new Map<string, number>();
  const toNumber = (text: string) => {
    const number = numbersByText.get(text) ?? numbersByText.size;
    numbersByText.set(text, number);
    return number;
  };
  const describe = (element: Element) => {
    const attributes = [...element.attributes].map(
      ({ name, value }) => `${name}=${names.test(name) ? value.trim() !== '' : value}`,
    );
    return [element.tagName, ...attributes.sort()].join(' ');
  };
  const kinds = new Map<Element, number>();
  const kindOf = (element: Element): number => {
    const knownKind = kinds.get(element);
    if (knownKind !== undefined) return knownKind;
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const parts = [...element.children].map(kindOf);
    const kind = toNumber([describe(element), hasText, ...parts].join(' '));
    kinds.set(element, kind);
    return kind;
  };

  const repeated: Element[] = [];
  let level = [{ element: root, place: 0 }];
  while (level.length > 0) {
    const groups = new Map<string, typeof level>();
    for (const { element, place } of level)
      for (const child of element.children) {
        const key = `${place} ${kindOf(child)}`;
        const entry = { element: child, place: toNumber(`${place} ${describe(child)}`) };
        groups.set(key, [...(groups.get(key) ?? []), entry]);
      }
    level = [...groups.values()].flatMap((equals) => {
      if (!equals[0]?.element.matches(rows)) return equals;
      const hidden = equals.slice(keptCount, -1);
      repeated.push(...hidden.map(({ element }) => element));
      return equals.filter((entry) => !hidden.includes(entry));
    });
  }
  return repeated;
}

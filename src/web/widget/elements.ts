export type Child = Node | string;

/** Sets text but never HTML, because names come from fans. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  children: Child | readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...[children].flat());
  return element;
}

export function addElement<K extends keyof HTMLElementTagNameMap>(
  parent: Element,
  tag: K,
  className: string,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const element = createElement(tag, { class: className, ...attributes });
  parent.append(element);
  return element;
}

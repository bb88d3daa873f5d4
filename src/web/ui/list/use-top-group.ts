import { useEffect, useState } from 'react';

/** The groups' scroll margin must be the height of the sticky elements above them. */
export function useTopGroup(
  groups: readonly { title: string }[],
  findGroup: (title: string) => Element | null,
): string | undefined {
  const [topTitle, setTopTitle] = useState<string>();
  useEffect(() => {
    const titles = new Map<Element, string>();
    for (const { title } of groups) {
      const group = findGroup(title);
      if (group) titles.set(group, title);
    }
    const [first] = titles.keys();
    if (!first) return;
    const visible = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) visible.add(target);
          else visible.delete(target);
        setTopTitle([...titles].find(([group]) => visible.has(group))?.[1]);
      },
      {
        root: findScroller(first),
        // After a jump, the previous group still touches the edge.
        rootMargin: `-${Number.parseFloat(getComputedStyle(first).scrollMarginTop) + 2}px 0px 0px`,
      },
    );
    for (const group of titles.keys()) observer.observe(group);
    return () => observer.disconnect();
  }, [groups, findGroup]);
  return topTitle;
}

/** Returns the nearest ancestor that scrolls, or null for the page. */
export function findScroller(element: Element): Element | null {
  const { parentElement: parent } = element;
  if (!parent || parent === document.body) return null;
  const scrolls =
    parent.scrollHeight > parent.clientHeight &&
    ['auto', 'scroll'].includes(getComputedStyle(parent).overflowY);
  return scrolls ? parent : findScroller(parent);
}

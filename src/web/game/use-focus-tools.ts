import { useLayoutEffect, useRef } from 'react';

export type Tool = 'up' | 'down' | 'position' | 'remove' | 'menu';

/** `focusNext` focuses a song's tool after the next render; `stay` keeps it under the pointer. */
export function useFocusTools(songIds: readonly string[]) {
  const list = useRef<HTMLOListElement>(null);
  const pendingFocus = useRef<{ songId: string; tool: Tool; top: number | undefined } | null>(null);

  useLayoutEffect(() => {
    if (!pendingFocus.current) return;
    const { songId, tool, top } = pendingFocus.current;
    pendingFocus.current = null;
    const row = list.current?.children[songIds.indexOf(songId)];
    if (!row) return;
    for (const candidate of [tool, tool === 'up' ? 'down' : 'up']) {
      const control = row.querySelector<HTMLElement>(`[data-tool="${candidate}"]:enabled`);
      control?.focus({ preventScroll: top !== undefined });
      if (control) break;
    }
    if (top === undefined) return;
    const offset = row.getBoundingClientRect().top - top;
    findScroller(row)?.scrollBy({ top: offset, behavior: 'instant' });
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [songIds]);

  return {
    list,
    focusNext(songId: string, tool: Tool, { stay }: { stay: boolean }) {
      const row = list.current?.children[songIds.indexOf(songId)];
      const top = stay ? row?.getBoundingClientRect().top : undefined;
      pendingFocus.current = { songId, tool, top };
    },
  };
}

function findScroller(row: Element): Element | null {
  for (let element = row.parentElement; element; element = element.parentElement)
    if (
      element.scrollHeight > element.clientHeight &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    )
      return element;
  return document.scrollingElement;
}

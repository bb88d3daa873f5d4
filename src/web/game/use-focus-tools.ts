import { type RefObject, useLayoutEffect, useRef } from 'react';

export type Tool = 'up' | 'down' | 'place' | 'remove';

/**
 * `focusNext` focuses a song's tool after the next render, or the opposite tool if that one is
 * disabled. With `stay`, the list scrolls so that the tool stays under the pointer.
 */
export function useFocusTools(songIds: readonly string[]) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ songId: string; tool: Tool; top: number | undefined } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list of songs
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { songId, tool, top } = wanted.current;
    wanted.current = null;
    const row = rowOf(list, songId);
    if (!row) return;
    for (const one of [tool, tool === 'up' ? 'down' : 'up']) {
      const control = row.querySelector<HTMLElement>(`[data-tool="${one}"]:enabled`);
      control?.focus({ preventScroll: top !== undefined });
      if (control) break;
    }
    if (top === undefined) return;
    const by = row.getBoundingClientRect().top - top;
    scrollerOf(row)?.scrollBy({ top: by, behavior: 'instant' });
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [songIds]);

  return {
    list,
    focusNext(songId: string, tool: Tool, { stay }: { stay: boolean }) {
      const top = stay ? rowOf(list, songId)?.getBoundingClientRect().top : undefined;
      wanted.current = { songId, tool, top };
    },
  };
}

function rowOf(list: RefObject<HTMLElement | null>, songId: string) {
  return list.current?.querySelector(`[data-song="${songId}"]`);
}

function scrollerOf(row: Element): Element | null {
  for (let one = row.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
      return one;
  return document.scrollingElement;
}

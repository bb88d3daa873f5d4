import { type RefObject, useLayoutEffect, useRef } from 'react';

export type Tool = 'up' | 'down' | 'place' | 'remove';

/**
 * Keeps hand and keyboard where the work is after a change of the list. `focusNext` names the song
 * and the tool to stand on once it is drawn; at the list's end, where that tool is off, its opposite.
 * With `stay` the list scrolls under a song that was moved, as far as it can, so that its buttons are
 * where they were tapped.
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

/** The list if it scrolls, otherwise the page. */
function scrollerOf(row: Element): Element | null {
  for (let one = row.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
      return one;
  return document.scrollingElement;
}

import { useLayoutEffect, useRef } from 'react';

export type Tool = 'up' | 'down' | 'remove';

/**
 * Keeps the keyboard where the work is after a change of the list: `focusNext` names the song and
 * the tool to stand on once it is drawn. At the list's end, where that tool is off, its opposite.
 */
export function useFocusTools(songIds: readonly string[]) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ songId: string; tool: Tool } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list of songs
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { songId, tool } = wanted.current;
    wanted.current = null;
    const row = list.current?.querySelector(`[data-song="${songId}"]`);
    for (const one of [tool, tool === 'up' ? 'down' : 'up']) {
      const button = row?.querySelector<HTMLButtonElement>(`[data-tool="${one}"]:enabled`);
      if (button) return button.focus();
    }
  }, [songIds]);

  return {
    list,
    focusNext(songId: string, tool: Tool) {
      wanted.current = { songId, tool };
    },
  };
}

import { useCallback, useState } from 'react';

/** Keeps the item during the exit animation. Use `turn` as the key to get fresh state. */
export function useDialogItem<Subject>() {
  const [state, setState] = useState<{ turn: number; open: boolean; subject?: Subject }>({
    turn: 0,
    open: false,
  });
  const openFor = useCallback(
    (subject?: Subject) =>
      setState(({ turn }) => ({ turn: turn + 1, open: true, ...(subject && { subject }) })),
    [],
  );
  return {
    ...state,
    /** Omit the subject to create an item. Stable across renders. */
    openFor,
    close: () => setState((current) => ({ ...current, open: false })),
  };
}

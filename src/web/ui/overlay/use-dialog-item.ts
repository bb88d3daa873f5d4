import { useCallback, useState } from 'react';

/**
 * State of a dialog about one item of a list. The item stays set while the dialog closes, so that its
 * text doesn't change during the exit animation. Use `turn` as the key to get fresh state per opening.
 */
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
    /** Omit the subject to create a new item. The function is stable across renders. */
    openFor,
    close: () => setState((now) => ({ ...now, open: false })),
  };
}

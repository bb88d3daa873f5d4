import { useCallback, useState } from 'react';

/**
 * A dialog about one thing of a list. The thing stays while the dialog closes, so that its words
 * do not change on the way out; `turn`, as the key, gives each opening a dialog of its own.
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
    /** Without a subject: for a new one. The same function for every drawing. */
    openFor,
    close: () => setState((now) => ({ ...now, open: false })),
  };
}

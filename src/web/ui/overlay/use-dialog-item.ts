import { useCallback, useState } from 'react';

/** Keeps the subject for the exit animation. Pass `key` to the dialog to reset its state. */
export function useDialogItem<Subject>() {
  const [state, setState] = useState<{ key: number; open: boolean; subject?: Subject }>({
    key: 0,
    open: false,
  });
  const show = useCallback(
    (subject?: Subject) =>
      setState(({ key }) => ({ key: key + 1, open: true, ...(subject && { subject }) })),
    [],
  );
  return {
    ...state,
    /** Omit the subject to create an item. Stable across renders. */
    show,
    close: () => setState((current) => ({ ...current, open: false })),
  };
}

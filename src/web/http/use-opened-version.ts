import { useState } from 'react';
import { HttpError } from './http-error.ts';

/** A form submits the version it opened. `theirs` is set if someone else has saved since. */
export function useOpenedVersion<Item>(
  current: Item | undefined,
  getVersion: (item: Item) => number,
): {
  opened: Item | undefined;
  theirs: Item | undefined;
  /** The server's message about the conflict. */
  conflictMessage: string | undefined;
  recordConflict: (error: unknown) => void;
  takeTheirs: () => void;
} {
  const [opened, setOpened] = useState(current);
  const [conflictMessage, setConflictMessage] = useState<string>();
  const hasNewerVersion = opened && current && getVersion(current) !== getVersion(opened);
  return {
    opened,
    theirs: hasNewerVersion ? current : undefined,
    conflictMessage,
    recordConflict: (error) => {
      const isConflict = error instanceof HttpError && [404, 409].includes(error.status);
      setConflictMessage(isConflict ? error.serverMessage : undefined);
    },
    takeTheirs: () => {
      setOpened(current);
      setConflictMessage(undefined);
    },
  };
}

/** Null, undefined and '' count as equal. */
export function changedFields<Fields extends object>(
  submitted: Fields,
  original: { [Key in keyof Fields]?: unknown },
): Partial<Fields> {
  const changed = Object.entries(submitted).filter(
    ([key, value]) => (value || null) !== (original[key as keyof Fields] || null),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

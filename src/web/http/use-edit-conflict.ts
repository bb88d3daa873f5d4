import { useState } from 'react';
import { HttpError } from './http-error.ts';

/** A form submits changes to the version that it opened. `theirs` is a newer version, if any. */
export function useEditConflict<Item>(
  current: Item | undefined,
  getVersion: (item: Item) => number,
): {
  original: Item | undefined;
  theirs: Item | undefined;
  conflictMessage: string | undefined;
  recordConflict: (error: unknown) => void;
  takeTheirs: () => void;
} {
  const [original, setOriginal] = useState(current);
  const [conflictMessage, setConflictMessage] = useState<string>();
  const hasNewerVersion = original && current && getVersion(current) !== getVersion(original);
  return {
    original,
    theirs: hasNewerVersion ? current : undefined,
    conflictMessage,
    recordConflict: (error) => {
      const isConflict = error instanceof HttpError && [404, 409].includes(error.status);
      setConflictMessage(isConflict ? error.serverMessage : undefined);
    },
    takeTheirs: () => {
      setOriginal(current);
      setConflictMessage(undefined);
    },
  };
}

/** Null, undefined and '' count as equal. */
export function pickChangedFields<Fields extends object>(
  submitted: Fields,
  original: { [Key in keyof Fields]?: unknown },
): Partial<Fields> {
  const changed = Object.entries(submitted).filter(
    ([key, value]) => (value || null) !== (original[key as keyof Fields] || null),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

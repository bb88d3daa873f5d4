import { useState } from 'react';
import { HttpError } from './http-error.ts';

/** A form submits the version it opened. `theirs` is set if someone else has saved since. */
export function useOpenedVersion<Item>(
  current: Item | undefined,
  versionOf: (thing: Item) => number,
): {
  opened: Item | undefined;
  theirs: Item | undefined;
  /** The server's message about the conflict. */
  refusal: string | undefined;
  recordRefusal: (error: unknown) => void;
  takeTheirs: () => void;
} {
  const [opened, setOpened] = useState(current);
  const [refusal, setRefusal] = useState<string>();
  const hasNewerVersion = opened && current && versionOf(current) !== versionOf(opened);
  return {
    opened,
    theirs: hasNewerVersion ? current : undefined,
    refusal,
    recordRefusal: (error) => {
      const isConflict = error instanceof HttpError && [404, 409].includes(error.status);
      setRefusal(isConflict ? error.sentence : undefined);
    },
    takeTheirs: () => {
      setOpened(current);
      setRefusal(undefined);
    },
  };
}

/** Null, undefined and '' count as equal. */
export function changedFields<Fields extends object>(
  sent: Fields,
  before: { [Key in keyof Fields]?: unknown },
): Partial<Fields> {
  const changed = Object.entries(sent).filter(
    ([key, value]) => (value || null) !== (before[key as keyof Fields] || null),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

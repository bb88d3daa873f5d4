import { useState } from 'react';
import { HttpError } from './http-error.ts';

/**
 * What a form was opened on, beside the same thing as it is now. A form sends what it changed, and
 * the version it started from; where somebody else was quicker, `theirs` is what they made of it.
 */
export function useOpened<Thing>(
  present: Thing | undefined,
  versionOf: (thing: Thing) => number,
): {
  opened: Thing | undefined;
  theirs: Thing | undefined;
  /** The server's sentence about it, once a change was refused. */
  refusal: string | undefined;
  noteRefusal: (error: unknown) => void;
  /** Goes on from what the others made of it. */
  takeTheirs: () => void;
} {
  const [opened, setOpened] = useState(present);
  const [refusal, setRefusal] = useState<string>();
  const isOther = opened && present && versionOf(present) !== versionOf(opened);
  return {
    opened,
    theirs: isOther ? present : undefined,
    refusal,
    noteRefusal: (error) => {
      const isAboutOthers = error instanceof HttpError && [404, 409].includes(error.status);
      setRefusal(isAboutOthers ? error.sentence : undefined);
    },
    takeTheirs: () => {
      setOpened(present);
      setRefusal(undefined);
    },
  };
}

/** What was changed: the keys of `sent` with another value than `before` has. None is none, however written. */
export function changesOf<Fields extends object>(
  sent: Fields,
  before: { [Key in keyof Fields]?: unknown },
): Partial<Fields> {
  const changed = Object.entries(sent).filter(
    ([key, value]) => (value || null) !== (before[key as keyof Fields] || null),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Option } from './combobox-option.tsx';

interface TypedTextOptions {
  anchor: RefObject<HTMLElement | null>;
  options: readonly Option[];
  find: (text: string) => readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  clearable: boolean;
}

/** Keeps text without a single match, shows an error, and blocks the form's submission. */
export function useTypedText({
  anchor,
  options,
  find,
  value,
  onChange,
  clearable,
}: TypedTextOptions) {
  // A change of the value from `baseValue` discards the text.
  const [typed, setTyped] = useState<{
    text: string;
    baseValue: string | null;
    isBlurred: boolean;
  }>();
  const text = typed && typed.baseValue === value ? typed.text : null;

  /** Returns false if the text doesn't match exactly one option. */
  function commit(): boolean {
    if (text === null) return true;
    const option = findOption(text, options, find);
    const isEmpty = text.trim() === '';
    if (!option && !isEmpty) {
      setTyped({ text, baseValue: value, isBlurred: true });
      return false;
    }
    setTyped(undefined);
    if (option) onChange(option.value);
    else if (clearable) onChange(null);
    return true;
  }

  // Has no dependencies, so that the listener uses the latest `commit`.
  useEffect(() => {
    const form = anchor.current?.closest('form');
    if (!form) return;
    // Captures the event, so that React's submit handler sees the selected value.
    const onSubmit = (event: SubmitEvent) => {
      if (flushSync(commit)) return;
      event.preventDefault();
      event.stopPropagation();
      anchor.current?.querySelector('input')?.focus();
    };
    form.addEventListener('submit', onSubmit, { capture: true });
    return () => form.removeEventListener('submit', onSubmit, { capture: true });
  });

  return {
    /** Null while the field shows the selected option. */
    text,
    type: (next: string) => setTyped({ text: next, baseValue: value, isBlurred: false }),
    discard: () => setTyped(undefined),
    commit,
    error: text !== null && typed?.isBlurred ? errorMessage(text, find) : undefined,
  };
}

function findOption(
  text: string,
  options: readonly Option[],
  find: (text: string) => readonly Option[],
): Option | undefined {
  if (text.trim() === '') return undefined;
  const query = text.trim().toLowerCase();
  const exactMatches = options.filter(({ label, value }) =>
    [label, value].some((name) => name.toLowerCase() === query),
  );
  const matches = exactMatches.length > 0 ? exactMatches : find(text);
  return matches.length === 1 ? matches[0] : undefined;
}

function errorMessage(text: string, find: (text: string) => readonly Option[]): string {
  return find(text).length > 1
    ? `Several match “${text.trim()}”. Choose one from the list.`
    : `Nothing matches “${text.trim()}”. Choose one from the list.`;
}

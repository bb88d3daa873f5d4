import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Option } from './combobox-option.tsx';

interface TypedTextOptions {
  /** Around the input. */
  box: RefObject<HTMLElement | null>;
  options: readonly Option[];
  find: (text: string) => readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
  clearable: boolean;
}

/**
 * What is typed into a combobox. `settle` chooses the option that the text names, or the only one that
 * it matches. A text that names none stays with an error, and its form is not submitted.
 */
export function useTypedText({ box, options, find, value, onChange, clearable }: TypedTextOptions) {
  // `of` is the value while it was typed: a value that changes meanwhile takes its place.
  const [typed, setTyped] = useState<{ text: string; of: string | null; isLeft: boolean }>();
  const text = typed && typed.of === value ? typed.text : null;

  /** Whether nothing is left that names no option. */
  function settle(): boolean {
    if (text === null) return true;
    const option = optionOf(text, options, find);
    const isEmpty = text.trim() === '';
    if (!option && !isEmpty) {
      setTyped({ text, of: value, isLeft: true });
      return false;
    }
    setTyped(undefined);
    if (option) onChange(option.value);
    else if (clearable) onChange(null);
    return true;
  }

  // Each time it is drawn, as `settle` is of what was typed until then.
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    // Before React hears of it, whatever the form does then. The form reads what was chosen.
    const onSubmit = (event: SubmitEvent) => {
      if (flushSync(settle)) return;
      event.preventDefault();
      event.stopPropagation();
      box.current?.querySelector('input')?.focus();
    };
    form.addEventListener('submit', onSubmit, { capture: true });
    return () => form.removeEventListener('submit', onSubmit, { capture: true });
  });

  return {
    /** Null while the chosen option is shown. */
    text,
    type: (next: string) => setTyped({ text: next, of: value, isLeft: false }),
    forget: () => setTyped(undefined),
    settle,
    error: text !== null && typed?.isLeft ? errorOf(text, find) : undefined,
  };
}

function optionOf(
  text: string,
  options: readonly Option[],
  find: (text: string) => readonly Option[],
): Option | undefined {
  if (text.trim() === '') return undefined;
  const wanted = text.trim().toLowerCase();
  const named = options.filter(({ label, value }) =>
    [label, value].some((name) => name.toLowerCase() === wanted),
  );
  const found = named.length > 0 ? named : find(text);
  return found.length === 1 ? found[0] : undefined;
}

function errorOf(text: string, find: (text: string) => readonly Option[]): string {
  return find(text).length > 1
    ? `Several match “${text.trim()}”. Choose one of the list.`
    : `Nothing matches “${text.trim()}”. Choose one of the list.`;
}

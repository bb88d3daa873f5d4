import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { buildAccountKey, useUser } from '#web/session/use-user.ts';

export function useDraft(name: string) {
  const key = buildAccountKey('forums', useUser().id, name);
  const [values] = useState(() => readValues(key));
  return { key, values };
}

/** Saves the draft on each change. Removes it when the form has its initial values again. */
export function useSaveDraft<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  key: string,
  initialValues: Values,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values }) {
          const isInitial = Object.keys(initialValues).every(
            (name) => values[name] === initialValues[name],
          );
          if (isInitial) clearDraft(key);
          else saveValues(key, values);
        },
      }),
    [form, key, initialValues],
  );
}

export function clearDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

function saveValues(key: string, values: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is blocked or full; the form still has the text.
  }
}

function readValues(key: string): Record<string, string> {
  try {
    const entries = Object.entries(JSON.parse(localStorage.getItem(key) ?? '{}'));
    const isTextEntry = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string';
    return entries.every(isTextEntry) ? Object.fromEntries(entries) : {};
  } catch {
    return {};
  }
}

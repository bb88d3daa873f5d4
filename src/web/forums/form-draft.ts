import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { accountKey, useUser } from '#web/session/use-user.ts';

/** What was typed into a form of that name and not sent yet, on this device. */
export function useKeptTexts(name: string) {
  const key = accountKey('forums', useUser().id, name);
  const [texts] = useState(() => readTexts(key));
  return { key, texts };
}

/** Keeps what is typed, until it is what the form began with: emptied, or sent and reset. */
export function useKeeping<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  key: string,
  begin: Values,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values }) {
          const isBegin = Object.keys(begin).every((name) => values[name] === begin[name]);
          if (isBegin) forgetTexts(key);
          else saveTexts(key, values);
        },
      }),
    [form, key, begin],
  );
}

export function forgetTexts(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is nothing in it.
  }
}

function saveTexts(key: string, texts: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // Storage is forbidden or full: the form itself still holds it.
  }
}

function readTexts(key: string): Record<string, string> {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(key) ?? '{}'));
    const isText = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string';
    return kept.every(isText) ? Object.fromEntries(kept) : {};
  } catch {
    return {};
  }
}

import { useEffect, useSyncExternalStore } from 'react';

let given: string | undefined;
const listeners = new Set<() => void>();

/** Calls the page after the one thing it is about, in place of its route's title, while it is shown. */
export function usePageName(name: string): void {
  useEffect(() => {
    change(name);
    return () => change(undefined);
  }, [name]);
}

/** The name that the page gave itself. */
export function useGivenPageName(): string | undefined {
  return useSyncExternalStore(subscribe, current, current);
}

function change(name: string | undefined): void {
  given = name;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function current(): string | undefined {
  return given;
}

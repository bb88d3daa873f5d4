import { useSyncExternalStore } from 'react';

/** Equal on the server and in the browser, so that React can hydrate the HTML. */
export interface FirstRender {
  /** Milliseconds since the epoch. */
  now: number;
  timeZone: string;
}

let current: FirstRender | undefined;
let isDataNew = false;
const listeners = new Set<() => void>();

export function beginFirstRender(conditions: FirstRender): void {
  current = conditions;
}

/** The server has just read the first page's data. */
export function markDataNew(): void {
  isDataNew = true;
}

export function hasNewData(): boolean {
  return isDataNew;
}

/** Re-renders the page with data that only the browser has. */
export function endFirstRender(): void {
  isDataNew = false;
  if (!current) return;
  current = undefined;
  for (const listener of listeners) listener();
}

/** Returns undefined once the first page is hydrated, and on pages that the server did not render. */
export function getFirstRender(): FirstRender | undefined {
  return current;
}

/** Returns whether this render must match the server's, which can't read the device's storage. */
export function useIsFirstRender(): boolean {
  return useSyncExternalStore(subscribe, isFirstRender, isFirstRender);
}

function isFirstRender(): boolean {
  return current !== undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { useSyncExternalStore } from 'react';

/** Equal on the server and in the browser, so that React can hydrate the server's HTML. */
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

/** Rerenders the page with what only the browser knows. */
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

/** Whether this render must equal the server's, which doesn't know what is stored on the device. */
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

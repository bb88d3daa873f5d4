import { useEffect, useSyncExternalStore } from 'react';

interface TitleParts {
  name?: string | undefined;
  prefix?: string | undefined;
}

let titleParts: TitleParts = {};
const listeners = new Set<() => void>();

/** Replaces the route's title while mounted. */
export function usePageName(name: string): void {
  useEffect(() => {
    setTitleParts({ name });
    return () => setTitleParts({ name: undefined });
  }, [name]);
}

export function usePageTitlePrefix(prefix: string): void {
  useEffect(() => {
    setTitleParts({ prefix });
    return () => setTitleParts({ prefix: undefined });
  }, [prefix]);
}

export function usePageTitle(routeTitle: string): string {
  const { name = routeTitle, prefix } = useSyncExternalStore(
    subscribe,
    getTitleParts,
    getTitleParts,
  );
  return prefix ? `${prefix} ${name}` : name;
}

function setTitleParts(part: TitleParts): void {
  titleParts = { ...titleParts, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getTitleParts(): TitleParts {
  return titleParts;
}

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
    change({ name });
    return () => change({ name: undefined });
  }, [name]);
}

/** Pass '' for no prefix. */
export function usePageTitlePrefix(prefix: string): void {
  useEffect(() => {
    change({ prefix });
    return () => change({ prefix: undefined });
  }, [prefix]);
}

export function usePageTitle(routeTitle: string): string {
  const { name = routeTitle, prefix } = useSyncExternalStore(subscribe, current, current);
  return prefix ? `${prefix} ${name}` : name;
}

function change(part: TitleParts): void {
  titleParts = { ...titleParts, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): TitleParts {
  return titleParts;
}

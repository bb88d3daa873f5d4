import { useEffect, useSyncExternalStore } from 'react';

interface TitleParts {
  name?: string | undefined;
  prefix?: string | undefined;
}

let titleParts: TitleParts = {};
const listeners = new Set<() => void>();

/** Replaces the route's title with the name of the page's subject while the component is mounted. */
export function usePageName(name: string): void {
  useEffect(() => {
    change({ name });
    return () => change({ name: undefined });
  }, [name]);
}

/** Prefixes the page's title, for example with a count of new entries. Pass '' for no prefix. */
export function usePageTitlePrefix(prefix: string): void {
  useEffect(() => {
    change({ prefix });
    return () => change({ prefix: undefined });
  }, [prefix]);
}

/** The document title: the page's name, or else the route's title, after the page's prefix. */
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

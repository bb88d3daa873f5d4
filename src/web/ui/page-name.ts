import { useEffect, useSyncExternalStore } from 'react';

/** What a page says of itself for its tab's title. */
interface Given {
  /** In place of its route's title. */
  name?: string | undefined;
  /** Before the name, for whoever sees the tab only: '(2)'. */
  sign?: string | undefined;
}

let given: Given = {};
const listeners = new Set<() => void>();

/** Calls the page after the one thing it is about, in place of its route's title, while it is shown. */
export function usePageName(name: string): void {
  useEffect(() => {
    change({ name });
    return () => change({ name: undefined });
  }, [name]);
}

/** Puts a small sign before the page's name, such as a count of what is new; '' for none. */
export function usePageSign(sign: string): void {
  useEffect(() => {
    change({ sign });
    return () => change({ sign: undefined });
  }, [sign]);
}

/** The tab's title: the page's own name, else the route's, with the page's sign before it. */
export function usePageTitle(routeTitle: string): string {
  const { name = routeTitle, sign } = useSyncExternalStore(subscribe, current, current);
  return sign ? `${sign} ${name}` : name;
}

function change(part: Given): void {
  given = { ...given, ...part };
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function current(): Given {
  return given;
}

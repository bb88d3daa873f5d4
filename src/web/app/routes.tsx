import { type ComponentType, lazy, useState } from 'react';
import { PAGES, type Page, type PageName, pageFile } from '#contract/pages.ts';
import { fetchAhead } from './fetch-ahead.ts';

export interface AppRoute extends Page {
  /** One chunk a page. */
  page: ComponentType;
  /** Fetches it ahead. */
  load: () => Promise<unknown>;
}

/** The pages' files, found by their names: a new one is a line of `PAGES` and its file. */
const CHUNKS = import.meta.glob<{ default: ComponentType }>('../**/*-page.tsx');

/** What each page of the contract's table is made of. */
export const ROUTES: readonly AppRoute[] = Object.entries<Page>(PAGES).map(([name, page]) => ({
  ...page,
  ...codeOf(name as PageName),
}));

/**
 * A page in a chunk of its own, fetched together with what it reads first. One that was fetched ahead
 * is drawn at once: React's `lazy` would let it wait in any case, and then for a third of a second, as
 * it does between a skeleton and a page.
 */
function codeOf(name: PageName): Pick<AppRoute, 'page' | 'load'> {
  const [, chunk] =
    Object.entries(CHUNKS).find(([file]) => file.endsWith(`/${pageFile(name)}`)) ?? [];
  if (!chunk) throw new Error(`No ${pageFile(name)} draws ${PAGES[name].path}`);
  let loaded: ComponentType | undefined;
  const load = async () => {
    const module = await chunk();
    loaded = module.default;
    return module;
  };
  const Late = lazy(() => {
    fetchAhead(name);
    return load();
  });
  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  return { page: Page, load };
}

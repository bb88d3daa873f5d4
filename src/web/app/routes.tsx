import { type ComponentType, lazy, useState } from 'react';
import { PAGES, type Page, type PageName, pageFile } from '#contract/pages.ts';
import { prefetchPage } from './prefetch-page.ts';

export interface AppRoute extends Page {
  page: ComponentType;
  /** Preloads the page's chunk. */
  load: () => Promise<unknown>;
}

/** Page files are found by name: a new page needs an entry in `PAGES` and its file. */
const CHUNKS = import.meta.glob<{ default: ComponentType }>('../**/*-page.tsx');

export const ROUTES: readonly AppRoute[] = Object.entries<Page>(PAGES).map(([name, page]) => ({
  ...page,
  ...codeOf(name as PageName),
}));

/** A preloaded page skips `lazy`, which would keep the fallback for a third of a second. */
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
    prefetchPage(name);
    return load();
  });
  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  return { page: Page, load };
}

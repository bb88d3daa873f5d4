import type { ComponentType } from 'react';
import type { Page } from '#contract/page-entry.ts';
import { PAGES, type PageName, pageFile } from '#contract/pages.ts';
import { type LazyPage, lazyPage } from '#web/ui/loading/lazy.tsx';
import { prefetchPage } from './prefetch-page.ts';

export type AppRoute = Page & LazyPage;

/** Page files are found by name: a new page needs an entry in `PAGES` and its file. */
const CHUNKS = import.meta.glob<{ default: ComponentType }>('../**/*-page.tsx');

export const ROUTES: readonly AppRoute[] = Object.entries<Page>(PAGES).map(([name, page]) => ({
  ...page,
  ...findPageCode(name as PageName),
}));

function findPageCode(name: PageName): LazyPage {
  const [, chunk] =
    Object.entries(CHUNKS).find(([file]) => file.endsWith(`/${pageFile(name)}`)) ?? [];
  if (!chunk) throw new Error(`The page ${PAGES[name].path} has no file ${pageFile(name)}`);
  return lazyPage(chunk, () => prefetchPage(name));
}

/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { LinkPageData } from '#contract/shares.ts';
import { LinkPage } from './link-document.tsx';

/** Synchronous, unlike React's prerenderer, so it can run in the server's thread per request. */
export function renderLinkPage(data: LinkPageData): string {
  return `<!doctype html>${renderToStaticMarkup(<LinkPage {...data} />)}\n`;
}

/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { LinkPageData } from '#contract/shares.ts';
import { LinkPage } from './link-document.tsx';

/** Runs in the server's thread for each request. Unlike React's prerenderer, it is synchronous. */
export function renderLinkPage(data: LinkPageData): string {
  return `<!doctype html>${renderToStaticMarkup(<LinkPage {...data} />)}\n`;
}

/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { LinkPageData } from '#contract/shares.ts';
import { LinkPage } from './link-document.tsx';

/**
 * Renders the public page of a link to HTML on the server. React's static markup renderer, unlike
 * the prerenderer, is synchronous and needs no setup per page, so it can run in the server's thread
 * for each request.
 */
export function renderLinkPage(facts: LinkPageData): string {
  return `<!doctype html>${renderToStaticMarkup(<LinkPage {...facts} />)}\n`;
}

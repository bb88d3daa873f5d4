/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { LinkPageFacts } from '#contract/shares.ts';
import { LinkPage } from './link-document.tsx';

/**
 * The public page of a link as HTML, for the server, which has it from the build. React's plain renderer
 * needs no context of its own for each page, unlike the one that draws ahead: it can do its work in the
 * server's own thread, for each who asks.
 */
export function drawLinkPage(facts: LinkPageFacts): string {
  return `<!doctype html>${renderToStaticMarkup(<LinkPage {...facts} />)}\n`;
}

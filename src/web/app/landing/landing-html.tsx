import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { Band } from '#contract/band.ts';
import { queryClient } from '#web/http/query-client.ts';
import { Root } from '../root.tsx';
import { rememberFacts } from '../server-facts.ts';

/**
 * The landing page as HTML, for a visitor's slow phone: it is read, and its links work, before any
 * script has come. Built on its own (see scripts/build.mjs); the browser's first render of the same
 * tree takes it over as it is.
 */
export async function landingHtml(band: Band): Promise<string> {
  rememberFacts(queryClient, { band, isVisitor: true });
  const { prelude } = await prerender(
    <Router ssrPath="/">
      <Root />
    </Router>,
    // Else React puts a long page's end into a script, which the content policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

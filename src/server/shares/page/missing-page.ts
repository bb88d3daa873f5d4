import type { Band } from '#contract/band.ts';
import { type Html, html } from './html.ts';

/** For a link that is wrong, or was taken back: it does not tell which. */
export function missingPage({ productName, bandName }: Band): { head: Html; body: Html } {
  return {
    head: html`<title>Nothing here · ${productName}</title>`,
    body: html`
<header><a class="brand" href="/">${productName}</a></header>
<main class="missing">
<h1>This sheet is gone.</h1>
<p>The link is not complete, or whoever shared their prediction has taken it back. The next show is still anybody’s guess.</p>
<div class="ways"><a class="lamp" href="/signup">Start Playing</a><a class="quiet" href="/login">Sign In</a></div>
</main>
<footer>An independent fan site, not affiliated with ${bandName}.</footer>`,
  };
}

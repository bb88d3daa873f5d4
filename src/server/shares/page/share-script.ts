import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';

/**
 * Hands the page's address on, with the card's picture where the browser takes one; else it copies
 * the address. The picture is fetched ahead: after a wait inside the tap iOS refuses to share.
 */
const SCRIPT = `
const button = document.getElementById('share');
const field = document.getElementById('link');
const said = document.getElementById('said');
const link = { title: button.dataset.title, url: field.value };
let whole = link;
const sample = new File(['x'], 'card.png', { type: 'image/png' });
if (navigator.canShare?.({ ...link, files: [sample] }))
  fetch(button.dataset.picture)
    .then((answer) => (answer.ok ? answer.blob() : Promise.reject()))
    .then((bytes) => {
      whole = { ...link, files: [new File([bytes], 'card.png', { type: 'image/png' })] };
    })
    .catch(() => undefined);
async function copy() {
  try {
    await navigator.clipboard.writeText(link.url);
    said.textContent = 'Link copied';
  } catch {
    field.hidden = false;
    field.select();
    said.textContent = 'Copy the marked link';
  }
}
button.addEventListener('click', async () => {
  if (!navigator.share) return copy();
  try {
    await navigator.share(whole);
  } catch (error) {
    if (error.name !== 'AbortError') await copy();
  }
});
button.hidden = false;
`;

/** What the page's policy must allow for `shareTools` to work. */
export const SHARE_POLICY = [
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "connect-src 'self'",
];

/** A button that only a browser with scripts shows: without them the address bar is there. */
export function shareTools(of: { title: string; url: string; picture: string }): Html {
  return html`<p class="tools">
<span id="said" role="status"></span>
<input id="link" aria-label="Link to this page" readonly hidden value="${of.url}">
<button id="share" class="quiet" type="button" hidden data-title="${of.title}" data-picture="${of.picture}">Share</button>
</p>
${{ html: `<script>${SCRIPT}</script>` }}`;
}

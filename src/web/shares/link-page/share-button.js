/*
 * Hands the page's address on, with the card's picture where the browser takes one; else it copies
 * the address. The picture is fetched ahead: after a wait inside the tap iOS refuses to share.
 */
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

/*
 * Shares the page's address, with the card's picture if the browser supports it, or else copies the
 * address. The picture is fetched in advance because iOS refuses to share after an `await` in the tap.
 */
const button = document.getElementById('share');
const field = document.getElementById('link');
const status = document.getElementById('said');
const link = { title: button.dataset.title, url: field.value };
let shareData = link;
const sampleFile = new File(['x'], 'card.png', { type: 'image/png' });
if (navigator.canShare?.({ ...link, files: [sampleFile] }))
  fetch(button.dataset.picture)
    .then((answer) => (answer.ok ? answer.blob() : Promise.reject()))
    .then((bytes) => {
      shareData = { ...link, files: [new File([bytes], 'card.png', { type: 'image/png' })] };
    })
    .catch(() => undefined);
async function copy() {
  try {
    await navigator.clipboard.writeText(link.url);
    status.textContent = 'Link copied';
  } catch {
    field.hidden = false;
    field.select();
    status.textContent = 'Copy the selected link';
  }
}
button.addEventListener('click', async () => {
  if (!navigator.share) return copy();
  try {
    await navigator.share(shareData);
  } catch (error) {
    if (error.name !== 'AbortError') await copy();
  }
});
button.hidden = false;

/*
 * Shares the page's URL, with the card's image if the browser supports it, or else copies the URL.
 * The image is fetched in advance because iOS blocks sharing after an `await` in the tap.
 */
const button = document.getElementById('share');
const field = document.getElementById('link');
const status = document.getElementById('share-status');
const link = { title: button.dataset.title, url: field.value };
let shareData = link;
const sampleFile = new File(['x'], 'card.png', { type: 'image/png' });
if (navigator.canShare?.({ ...link, files: [sampleFile] }))
  fetch(button.dataset.image)
    .then((response) => (response.ok ? response.blob() : Promise.reject()))
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

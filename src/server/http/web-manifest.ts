import type { Band } from '#contract/band.ts';
import { type Ready, toReady } from './ready-bytes.ts';

/** What a device needs to install the product: its name is the band pack's, so the server writes it. */
export function webManifest({ productName, gameTagline }: Band): Ready {
  const manifest = {
    id: '/',
    name: productName,
    short_name: productName,
    description: gameTagline,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The hall's colour, in both themes: the system shows it before the page can choose.
    background_color: '#131017',
    theme_color: '#131017',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      {
        src: '/icons/icon-maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  };
  return toReady(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8');
}

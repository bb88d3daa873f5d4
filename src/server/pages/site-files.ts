import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Band } from '#contract/band.ts';
import { PAGES } from '#contract/pages.ts';
import { type CachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { colorOf } from './look.ts';

/** `/robots.txt` and `/sitemap.xml`: the pages that say something to who is not signed in. */
export function forSearchEngines(
  app: FastifyInstance,
  siteOf: (request: FastifyRequest) => string,
): void {
  const paths = Object.values(PAGES)
    .filter((page) => page.who !== 'user' && !('byLink' in page))
    .map(({ path }) => path);

  app.get('/robots.txt', async (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    // A shared card says by itself that it is not to be found; closed here, no link would show it.
    const rules = ['User-agent: *', 'Disallow: /api/'];
    return `${[...rules, '', `Sitemap: ${siteOf(request)}/sitemap.xml`].join('\n')}\n`;
  });

  app.get('/sitemap.xml', async (request, reply) => {
    reply.type('application/xml; charset=utf-8');
    const places = paths.map((path) => `  <url><loc>${siteOf(request)}${path}</loc></url>`);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...places,
      '</urlset>\n',
    ].join('\n');
  });
}

/** What a device needs to install the product: its name is the band pack's, so the server writes it. */
export function webManifest({ productName, gameTagline }: Band): CachedResponse {
  const manifest = {
    id: '/',
    name: productName,
    short_name: productName,
    description: gameTagline,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The dark hall's colour, in both themes: the system shows it before the page can choose.
    background_color: colorOf('hall'),
    theme_color: colorOf('hall'),
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
  return toCachedResponse(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8');
}

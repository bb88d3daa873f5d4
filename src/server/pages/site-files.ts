import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Band } from '#contract/band.ts';
import { PAGES } from '#contract/pages.ts';
import { type CachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { colorOf } from './colors.ts';
import { iconUrl } from './icons.ts';

export function searchEngineRoutes(
  app: FastifyInstance,
  resolveOrigin: (request: FastifyRequest) => string,
): void {
  const paths = Object.values(PAGES)
    .filter((page) => page.who !== 'user' && !('noIndex' in page))
    .map(({ path }) => path);

  app.get('/robots.txt', async (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    // Shared cards use a meta tag instead: a rule here would break their link previews.
    const rules = ['User-agent: *', 'Disallow: /api/'];
    return `${[...rules, '', `Sitemap: ${resolveOrigin(request)}/sitemap.xml`].join('\n')}\n`;
  });

  app.get('/sitemap.xml', async (request, reply) => {
    reply.type('application/xml; charset=utf-8');
    const entries = paths.map((path) => `  <url><loc>${resolveOrigin(request)}${path}</loc></url>`);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>\n',
    ].join('\n');
  });
}

export function createWebManifest(band: Band): CachedResponse {
  const { productName, gameTagline } = band;
  const manifest = {
    id: '/',
    name: productName,
    short_name: productName,
    description: gameTagline,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // Dark in both themes, because the system shows it before the page loads.
    background_color: colorOf('hall'),
    theme_color: colorOf('hall'),
    icons: [
      { src: iconUrl('/icons/icon-192.png', band), sizes: '192x192', type: 'image/png' },
      { src: iconUrl('/icons/icon-512.png', band), sizes: '512x512', type: 'image/png' },
      {
        src: iconUrl('/icons/icon-maskable-512.png', band),
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  };
  return toCachedResponse(JSON.stringify(manifest), 'application/manifest+json; charset=utf-8');
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGES } from '#contract/pages.ts';

/** `/robots.txt` and `/sitemap.xml`: the pages that say something to who is not signed in. */
export function forSearchEngines(
  app: FastifyInstance,
  siteOf: (request: FastifyRequest) => string,
): void {
  const paths = Object.values(PAGES)
    .filter(({ who }) => who !== 'user')
    .map(({ path }) => path);

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    // A shared card says by itself that it is not to be found; closed here, no link would show it.
    const rules = ['User-agent: *', 'Disallow: /api/'];
    return `${[...rules, '', `Sitemap: ${siteOf(request)}/sitemap.xml`].join('\n')}\n`;
  });

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
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

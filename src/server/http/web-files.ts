import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAt, PAGES, type PageName } from '#contract/pages.ts';
import { projectFile } from '../project-files.ts';
import { ApiError } from './api-error.ts';
import { sendError } from './error-handler.ts';
import { factsFor } from './page-facts.ts';
import type { AboutSite } from './page-head.ts';
import { sendReady } from './ready-bytes.ts';
import { forSearchEngines } from './search-engines.ts';
import { siteAddress } from './site-address.ts';
import { webManifest } from './web-manifest.ts';
import { createWebPages, type WebPages } from './web-pages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built pages where there are any. A path of no file is a screen: it gets the one page
 * that finds out which, or shows that there is none, with 404. What looks like a file or a call gets
 * 404 as well.
 */
export async function webFiles(
  app: FastifyInstance,
  { band, publicUrl }: AboutSite,
  dist = fileURLToPath(projectFile('dist/')),
): Promise<void> {
  const pages = createWebPages(dist, { band, publicUrl });
  const siteOf = (request: FastifyRequest) => siteAddress(request, publicUrl);
  if (pages) {
    await app.register(fastifyStatic, {
      root: `${dist}web`,
      // Only the files that are there now, each by a route of its own: no path leads elsewhere.
      wildcard: false,
      globIgnore: ['index.html', '**/*.{br,gz}'],
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content.
        const isHashed = path.includes('/assets/');
        const kept = `public, max-age=${YEAR_SECONDS}, immutable`;
        reply.header('cache-control', isHashed ? kept : 'no-cache');
      },
    });
    app.get('/', { config: { who: 'anyone' }, schema: { hide: true } }, async (request, reply) =>
      request.viewer
        ? sendScreen(pages, request, reply)
        : sendReady(request, reply, await pages.landing(siteOf(request))),
    );
    // A route each: what is not found is sent uncompressed. The first page is above.
    const paths = new Set(Object.values(PAGES).map(({ path }) => path));
    for (const path of paths)
      if (path !== '/')
        app.get(path, { schema: { hide: true } }, (request, reply) =>
          sendScreen(pages, request, reply),
        );
    // Drawn before the first visitor asks.
    app.addHook('onListen', async () => void pages.landing(publicUrl ?? ''));
    // Under an address of its own, for the service worker: the same whoever is signed in.
    app.get('/index.html', { schema: { hide: true } }, (request, reply) =>
      sendReady(request, reply, pages.shell(siteOf(request))),
    );
    forSearchEngines(app, siteOf);
    const manifest = webManifest(band);
    app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) =>
      sendReady(request, reply, manifest),
    );
  }

  app.setNotFoundHandler((request, reply) => {
    if (pages && screenOf(request)) {
      return sendScreen(pages, request, reply.code(404));
    }
    return sendError(reply, new ApiError(404, 'Not found'));
  });

  /** Who is signed in and what the page begins with come along, for nobody else to keep. */
  async function sendScreen(pages: WebPages, request: FastifyRequest, reply: FastifyReply) {
    const page = pageOf(request);
    const facts = await factsFor(app, request, { band, page });
    if (!facts) return sendReady(request, reply, pages.shell(siteOf(request)));
    if (facts === 'nobody') return sendReady(request, reply, pages.forVisitor(siteOf(request)));
    const html = await pages.forUser(siteOf(request), page, facts);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  }
}

/** Which page of a signed-in user has this address. */
function pageOf(request: FastifyRequest): PageName | undefined {
  const pathname = screenOf(request) ?? '';
  const names = Object.keys(PAGES) as PageName[];
  return names.find((name) => PAGES[name].who !== 'visitor' && isAt(PAGES[name], pathname));
}

/** The path of what may be a screen; undefined for what looks like a file or a call. */
function screenOf({ method, url }: FastifyRequest): string | undefined {
  const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
  if (path.includes('.') || /^\/(api|ws)(\/|$)/i.test(path)) return undefined;
  return method === 'GET' || method === 'HEAD' ? path : undefined;
}

import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPageAt, PAGES, type PageName } from '#contract/pages.ts';
import { type CurrentBand, memoizeByBand } from '../band/band.ts';
import { ApiError } from '../http/api-error.ts';
import { readError, sendError } from '../http/error-handler.ts';
import { sendCachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { hideRoutes } from '../http/route.ts';
import { siteOrigin } from '../http/site-address.ts';
import { type FindViewer, viewerHook } from '../http/viewer.ts';
import { projectFile } from '../project-files.ts';
import { colorsCss } from './band-style.ts';
import { loadPageFacts } from './page-facts.ts';
import { searchEngineRoutes, webManifest } from './site-files.ts';
import { createWebPages, type WebPages } from './web-pages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** An unknown path gets the page with status 404, unless it looks like a file. */
export async function webFiles(
  app: FastifyInstance,
  { band, publicUrl, findViewer }: Site,
  dist = fileURLToPath(projectFile('dist/')),
): Promise<void> {
  const pagesNow = memoizeByBand(band, (band) => createWebPages(dist, { band, publicUrl }));
  const firstPages = pagesNow();
  if (!firstPages) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  // The build does not disappear at runtime.
  const pages = () => pagesNow() ?? firstPages;
  const siteOf = (request: FastifyRequest) => siteOrigin(request, publicUrl);
  hideRoutes(app, 'Pages and files for browsers.');
  await app.register(fastifyStatic, {
    root: `${dist}web`,
    // One route per existing file, so that no path escapes the folder.
    wildcard: false,
    globIgnore: ['index.html', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      const immutable = `public, max-age=${YEAR_SECONDS}, immutable`;
      reply.header('cache-control', isHashed ? immutable : 'no-cache');
    },
  });
  // For the service worker.
  app.get('/index.html', (request, reply) =>
    sendCachedResponse(request, reply, pages().shell(siteOf(request))),
  );
  searchEngineRoutes(app, siteOf);
  const manifest = memoizeByBand(band, webManifest);
  app.get('/manifest.webmanifest', (request, reply) =>
    sendCachedResponse(request, reply, manifest()),
  );
  const colors = memoizeByBand(band, (band) =>
    toCachedResponse(colorsCss(band), 'text/css; charset=utf-8'),
  );
  app.get('/band.css', (request, reply) => sendCachedResponse(request, reply, colors()));
  // Rendered before the first request.
  app.addHook('onListen', async () => void pages().landing(publicUrl ?? ''));

  await app.register(async (screens) => screenRoutes(screens, pages, { band, siteOf, findViewer }));
}

interface Site {
  band: CurrentBand;
  publicUrl: string | undefined;
  findViewer: FindViewer;
}

function screenRoutes(
  screens: FastifyInstance,
  pagesNow: () => WebPages,
  about: { band: CurrentBand; siteOf: (request: FastifyRequest) => string; findViewer: FindViewer },
): void {
  const { band, siteOf, findViewer } = about;
  screens.addHook('onRequest', viewerHook(findViewer));
  // While the database is unreachable, the page itself finds out who is signed in.
  screens.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = readError(error, request);
    if (refusal.statusCode < 500 || !screenOf(request)) return sendError(reply, refusal);
    return sendCachedResponse(request, reply.code(200), pagesNow().shell(siteOf(request)));
  });
  // One route each, because the not-found handler sends uncompressed.
  for (const path of new Set(Object.values(PAGES).map((page) => page.path)))
    screens.get(path, sendScreen);
  screens.setNotFoundHandler((request, reply) =>
    screenOf(request) ? sendScreen(request, reply.code(404)) : sendNotFound(request, reply),
  );

  async function sendScreen(request: FastifyRequest, reply: FastifyReply) {
    const site = siteOf(request);
    if (!request.viewer) return sendCachedResponse(request, reply, await forVisitor(request, site));
    const page = pageOf(request);
    const pages = pagesNow();
    const facts = await loadPageFacts(screens, request, { band: band.known(), page });
    if (!facts) return sendCachedResponse(request, reply, pages.shell(site));
    const html = await pages.forUser(site, page, facts);
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  }

  function forVisitor(request: FastifyRequest, site: string) {
    const pages = pagesNow();
    return screenOf(request) === PAGES.landing.path ? pages.landing(site) : pages.forVisitor(site);
  }
}

async function sendNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return sendError(reply, new ApiError(404, 'Not found'));
}

function pageOf(request: FastifyRequest): PageName | undefined {
  const pathname = screenOf(request) ?? '';
  const names = Object.keys(PAGES) as PageName[];
  return names.find((name) => PAGES[name].who !== 'visitor' && isPageAt(PAGES[name], pathname));
}

/** Undefined for files and writes. */
function screenOf({ method, url }: FastifyRequest): string | undefined {
  const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
  if (path.includes('.')) return undefined;
  return method === 'GET' || method === 'HEAD' ? path : undefined;
}

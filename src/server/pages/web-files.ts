import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAt, PAGES, type PageName } from '#contract/pages.ts';
import { type BandInUse, ofBand } from '../band/band.ts';
import { ApiError } from '../http/api-error.ts';
import { readError, sendError } from '../http/error-handler.ts';
import { sendCachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { hideRoutes } from '../http/route.ts';
import { siteAddress } from '../http/site-address.ts';
import { type FindViewer, viewerHook } from '../http/viewer.ts';
import { projectFile } from '../project-files.ts';
import { colorsCss } from './band-style.ts';
import { factsFor } from './page-facts.ts';
import { forSearchEngines, webManifest } from './site-files.ts';
import { createWebPages, type WebPages } from './web-pages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built pages where there are any. A path of no file is a screen: it gets the one page
 * that finds out which, or shows that there is none, with 404. What looks like a file gets 404 as well.
 */
export async function webFiles(
  app: FastifyInstance,
  { band, publicUrl, findViewer }: Site,
  dist = fileURLToPath(projectFile('dist/')),
): Promise<void> {
  const pagesNow = ofBand(band, (one) => createWebPages(dist, { band: one, publicUrl }));
  const firstPages = pagesNow();
  if (!firstPages) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  // What is built stays built.
  const pages = () => pagesNow() ?? firstPages;
  const siteOf = (request: FastifyRequest) => siteAddress(request, publicUrl);
  hideRoutes(app, 'Pages and files for browsers.');
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
  // Under an address of its own, for the service worker: the same whoever is signed in.
  app.get('/index.html', (request, reply) =>
    sendCachedResponse(request, reply, pages().shell(siteOf(request))),
  );
  forSearchEngines(app, siteOf);
  const manifest = ofBand(band, webManifest);
  app.get('/manifest.webmanifest', (request, reply) =>
    sendCachedResponse(request, reply, manifest()),
  );
  const colors = ofBand(band, (one) => toCachedResponse(colorsCss(one), 'text/css; charset=utf-8'));
  app.get('/band.css', (request, reply) => sendCachedResponse(request, reply, colors()));
  // Drawn before the first visitor asks.
  app.addHook('onListen', async () => void pages().landing(publicUrl ?? ''));

  await app.register(async (screens) => screenRoutes(screens, pages, { band, siteOf, findViewer }));
}

interface Site {
  band: BandInUse;
  publicUrl: string | undefined;
  findViewer: FindViewer;
}

/** The screens, of which whoever asks gets one that is theirs. */
function screenRoutes(
  screens: FastifyInstance,
  pagesNow: () => WebPages,
  about: { band: BandInUse; siteOf: (request: FastifyRequest) => string; findViewer: FindViewer },
): void {
  const { band, siteOf, findViewer } = about;
  screens.addHook('onRequest', viewerHook(findViewer));
  // A database that is away signs nobody out: the one page finds out by itself who asks.
  screens.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = readError(error, request);
    if (refusal.statusCode < 500 || !screenOf(request)) return sendError(reply, refusal);
    return sendCachedResponse(request, reply.code(200), pagesNow().shell(siteOf(request)));
  });
  // A route each: what is not found is sent uncompressed.
  for (const path of new Set(Object.values(PAGES).map((page) => page.path)))
    screens.get(path, sendScreen);
  screens.setNotFoundHandler((request, reply) =>
    screenOf(request) ? sendScreen(request, reply.code(404)) : sendNotFound(request, reply),
  );

  /** Who is signed in and what the page begins with come along, for nobody else to keep. */
  async function sendScreen(request: FastifyRequest, reply: FastifyReply) {
    const site = siteOf(request);
    if (!request.viewer) return sendCachedResponse(request, reply, await forVisitor(request, site));
    const page = pageOf(request);
    const pages = pagesNow();
    const facts = await factsFor(screens, request, { band: band.known(), page });
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

/** Which page of a signed-in user has this address. */
function pageOf(request: FastifyRequest): PageName | undefined {
  const pathname = screenOf(request) ?? '';
  const names = Object.keys(PAGES) as PageName[];
  return names.find((name) => PAGES[name].who !== 'visitor' && isAt(PAGES[name], pathname));
}

/** The path of what may be a screen; undefined for what looks like a file, and for no reading. */
function screenOf({ method, url }: FastifyRequest): string | undefined {
  const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
  if (path.includes('.')) return undefined;
  return method === 'GET' || method === 'HEAD' ? path : undefined;
}

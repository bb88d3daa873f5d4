import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPageAt } from '#contract/page-paths.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { WIDGET_FILE } from '#contract/widget.ts';
import { type CurrentBand, memoizeByBand } from '../band/band.ts';
import { ApiError } from '../http/api-error.ts';
import { convertAndLogError, sendError } from '../http/error-handler.ts';
import { sendCachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { hideRoutes, toRoutePattern } from '../http/route.ts';
import { FOR_OTHER_SITES } from '../http/security-headers.ts';
import { getSiteOrigin } from '../http/site-origin.ts';
import { createViewerHook, type FindViewer } from '../http/viewer.ts';
import { projectFile } from '../project-files.ts';
import { renderColorsCss } from './band-style.ts';
import { ICON_PATHS } from './icons.ts';
import { loadPageData } from './page-data.ts';
import { SOCIAL_IMAGE } from './page-head.ts';
import { createPageRenderer, type PageRenderer } from './page-renderer.ts';
import { createWebManifest, searchEngineRoutes } from './site-files.ts';
import { createWebPages, type WebPages } from './web-pages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sends the page with status 404 for an unknown path, unless it looks like a file. */
export async function webFiles(
  app: FastifyInstance,
  { band, publicUrl, findViewer, position, firstScreenBudgetMs, prerendersAtStart }: Site,
  dist = fileURLToPath(projectFile('dist/')),
): Promise<void> {
  const getPages = memoizeByBand(band, (band) => createWebPages(dist, { band, publicUrl }));
  const firstPages = getPages();
  if (!firstPages) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  // The build existed at startup, so it still exists.
  const pages = () => getPages() ?? firstPages;
  const resolveOrigin = (request: FastifyRequest) => getSiteOrigin(request, publicUrl);
  hideRoutes(app, 'Pages and files for browsers.');
  const fileOptions = { preCompressed: true, cacheControl: false };
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: `${dist}web`,
    // Adds a route for each existing file, so that no path can escape the folder.
    wildcard: false,
    globIgnore: [...RENDERED_FILES, 'assets/**', '**/*.{br,gz}'],
    setHeaders(reply, path) {
      reply.header('cache-control', 'no-cache');
      if (path.includes(WIDGET_FILE)) reply.headers(FOR_OTHER_SITES);
    },
  });
  // A route for each of the 130 hashed files would slow down startup.
  const hashedFiles = new Set(
    readdirSync(`${dist}web/assets`).flatMap((name) => (/\.(br|gz)$/.test(name) ? [] : `/${name}`)),
  );
  await app.register(fastifyStatic, {
    ...fileOptions,
    root: `${dist}web/assets`,
    prefix: '/assets/',
    decorateReply: false,
    allowedPath: (path) => hashedFiles.has(path),
    setHeaders: (reply) =>
      reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`),
  });
  // The service worker caches this file.
  app.get('/index.html', (request, reply) =>
    sendCachedResponse(request, reply, pages().shell(resolveOrigin(request))),
  );
  searchEngineRoutes(app, resolveOrigin);
  const manifest = memoizeByBand(band, createWebManifest);
  app.get('/manifest.webmanifest', (request, reply) =>
    sendCachedResponse(request, reply, manifest()),
  );
  const colors = memoizeByBand(band, (band) =>
    toCachedResponse(renderColorsCss(band), 'text/css; charset=utf-8'),
  );
  app.get('/band.css', (request, reply) => sendCachedResponse(request, reply, colors()));
  const renderer = createPageRenderer(dist, app.log, firstScreenBudgetMs);
  const prerendering = prerendersAtStart && pages().forVisitor(publicUrl ?? '', 'landing');
  // Runs after startup, because the first page is needed sooner.
  app.addHook('onListen', async () => {
    await prerendering;
    renderer.start();
  });
  app.addHook('onClose', () => renderer.close());

  await app.register(async (screens) =>
    screenRoutes(screens, pages, { band, resolveOrigin, findViewer, position, renderer }),
  );
}

const RENDERED_FILES = [
  'index.html',
  ...[SOCIAL_IMAGE.path, ...ICON_PATHS].map((path) => path.slice(1)),
];

interface Site {
  band: CurrentBand;
  publicUrl: string | undefined;
  findViewer: FindViewer;
  position: () => string;
  firstScreenBudgetMs?: number | undefined;
  /** Renders visitors' pages, in a thread, while the app starts. */
  prerendersAtStart?: boolean | undefined;
}

function screenRoutes(
  screens: FastifyInstance,
  getPages: () => WebPages,
  site: {
    band: CurrentBand;
    resolveOrigin: (request: FastifyRequest) => string;
    findViewer: FindViewer;
    position: () => string;
    renderer: PageRenderer;
  },
): void {
  const { band, resolveOrigin, findViewer, position, renderer } = site;
  screens.addHook('onRequest', createViewerHook(findViewer));
  // While the database is unreachable, the page itself determines who is signed in.
  screens.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = convertAndLogError(error, request);
    if (apiError.statusCode < 500 || !findScreenPath(request)) return sendError(reply, apiError);
    return sendCachedResponse(request, reply.code(200), getPages().shell(resolveOrigin(request)));
  });
  // Each page has its own route, because the not-found handler sends uncompressed responses.
  for (const path of new Set(Object.values(PAGES).map((page) => page.path)))
    screens.get(toRoutePattern(path), sendScreen);
  screens.setNotFoundHandler((request, reply) =>
    findScreenPath(request) ? sendScreen(request, reply.code(404)) : sendNotFound(request, reply),
  );

  async function sendScreen(request: FastifyRequest, reply: FastifyReply) {
    const origin = resolveOrigin(request);
    const page = findPage(request);
    if (page && 'noIndex' in PAGES[page]) reply.header('x-robots-tag', 'noindex');
    if (!request.viewer)
      return sendCachedResponse(
        request,
        reply,
        await getPages().forVisitor(origin, findPage(request, 'visitor')),
      );
    const pages = getPages();
    const data = await loadPageData(screens, request, { band: band.current(), page, position });
    if (!data) return sendCachedResponse(request, reply, pages.shell(origin));
    const html = data.canPrerenderPage ? await renderer.render(request.url, data.json) : undefined;
    const body = await pages.forUser(origin, { name: page, data, html });
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(body);
  }
}

async function sendNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return sendError(reply, new ApiError(404, 'Not found'));
}

/** A path may have one page for visitors and one for users. */
function findPage(
  { url }: FastifyRequest,
  viewer: 'visitor' | 'user' = 'user',
): PageName | undefined {
  const hidden = viewer === 'user' ? 'visitor' : 'user';
  const pathname = url.replace(/[?#].*/s, '');
  const names = Object.keys(PAGES) as PageName[];
  return names.find((name) => PAGES[name].who !== hidden && isPageAt(PAGES[name], pathname));
}

function findScreenPath(request: FastifyRequest): string | undefined {
  const { method, url } = request;
  const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
  // A page's path may contain a name with a dot.
  if (path.includes('.') && !findPage(request)) return undefined;
  return method === 'GET' || method === 'HEAD' ? path : undefined;
}

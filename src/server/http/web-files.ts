import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { projectFile } from '../project-files.ts';
import { ApiError } from './api-error.ts';
import { sendError } from './error-handler.ts';
import type { AboutSite } from './page-head.ts';
import { sendReady } from './ready-bytes.ts';
import { webManifest } from './web-manifest.ts';
import { createWebPages } from './web-pages.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built pages where there are any. A path of no file is a screen: it gets the one page
 * that finds out which, or shows that there is none. What looks like a file or a call gets 404.
 */
export async function webFiles(
  app: FastifyInstance,
  { band, publicUrl }: AboutSite,
  dist = fileURLToPath(projectFile('dist/')),
): Promise<void> {
  const pages = createWebPages(dist, { band, publicUrl });
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
      sendReady(request, reply, request.viewer ? pages.shell : await pages.landing()),
    );
    // Drawn before the first visitor asks.
    app.addHook('onListen', async () => void pages.landing());
    // Under an address of its own, for the service worker: the same whoever is signed in.
    app.get('/index.html', { schema: { hide: true } }, (request, reply) =>
      sendReady(request, reply, pages.shell),
    );
    const manifest = webManifest(band);
    app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) =>
      sendReady(request, reply, manifest),
    );
  }

  app.setNotFoundHandler((request, reply) => {
    if (pages && isScreen(request)) return sendReady(request, reply.code(200), pages.shell);
    return sendError(reply, new ApiError(404, 'Not found'));
  });
}

function isScreen({ method, url }: FastifyRequest): boolean {
  const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
  if (path.includes('.') || /^\/(api|ws)(\/|$)/i.test(path)) return false;
  return method === 'GET' || method === 'HEAD';
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { projectFile } from '../project-files.ts';
import { ApiError } from './api-error.ts';
import { sendError } from './error-handler.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built pages where there are any. A path of no file is a screen: it gets the one page
 * that finds out which, or shows that there is none. What looks like a file or a call gets 404.
 */
export async function webFiles(
  app: FastifyInstance,
  folder = fileURLToPath(projectFile('dist/web/')),
): Promise<void> {
  const hasPages = existsSync(`${folder}/index.html`);
  if (hasPages)
    await app.register(fastifyStatic, {
      root: folder,
      // Only the files that are there now, each by a route of its own: no path leads elsewhere.
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content.
        const isHashed = path.includes('/assets/');
        const kept = `public, max-age=${YEAR_SECONDS}, immutable`;
        reply.header('cache-control', isHashed ? kept : 'no-cache');
      },
    });

  app.setNotFoundHandler((request, reply) => {
    if (hasPages && isScreen(request)) return reply.code(200).sendFile('index.html');
    return sendError(reply, new ApiError(404, 'Not found'));
  });
}

function isScreen({ method, url }: FastifyRequest): boolean {
  const path = decodeURIComponent(url.replace(/[?#].*/s, ''));
  if (path.includes('.') || /^\/(api|ws)(\/|$)/i.test(path)) return false;
  return method === 'GET' || method === 'HEAD';
}

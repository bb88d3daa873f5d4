import type { FastifyInstance } from 'fastify';
import type { DiskSpace } from '../db/disk-space.ts';
import { ApiError } from './api-error.ts';
import { createDiskFullError } from './database-errors.ts';
import { isFromOtherSite } from './site-origin.ts';
import { createViewerHook, type FindViewer, SAFE_METHODS } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the complete body arrived, in milliseconds since 1970. */
    arrivedAt: number;
  }
}

/** Call this on the `/api` scope before registering routes. */
export function installApiScope(
  api: FastifyInstance,
  options: {
    clock: () => number;
    findViewer: FindViewer;
    publicUrl: string | undefined;
    disk: DiskSpace;
  },
): void {
  const { clock, findViewer, publicUrl, disk } = options;
  api.decorateRequest('arrivedAt', 0);
  api.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store');
    if (SAFE_METHODS.has(request.method) || !isFromOtherSite(request.headers, publicUrl)) done();
    else done(new ApiError(403, 'This request came from another site'));
  });
  // Set here so that a slow upload can miss the lock but a slow database can't.
  api.addHook('preValidation', (request, _reply, done) => {
    request.arrivedAt = clock();
    done();
  });
  rejectUnstorableText(api);
  const checkViewer = createViewerHook(findViewer);
  api.addHook('preValidation', checkViewer);
  // Rejects a caller without access before a large upload. The check above runs again afterwards.
  api.addHook('onRoute', (route) => {
    if (route.bodyLimit) route.onRequest = [checkViewer, ...[route.onRequest ?? []].flat()];
  });
  // Runs after `arrivedAt` is set, because checking the disk takes time.
  api.addHook('preValidation', ({ method, routeOptions }, _reply, done) => {
    if (SAFE_METHODS.has(method)) return done();
    const { worksOnFullDisk } = routeOptions.config;
    const check = worksOnFullDisk ? disk.isExhausted() : disk.isFull();
    check.then((isBlocked) => done(isBlocked ? createDiskFullError() : undefined), done);
  });

  const rejectUnknown = async () => {
    throw new ApiError(404, 'Not found');
  };
  api.setNotFoundHandler(rejectUnknown);
  // Fastify's own 404 handler matches the prefix case-sensitively, unlike its routes.
  api.all('/*', { config: { hiddenBecause: 'Returns 404 for unknown endpoints.' } }, rejectUnknown);
}

/** PostgreSQL can't store U+0000 or lone surrogates. */
function rejectUnstorableText(api: FastifyInstance): void {
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const text = decodeUtf8(body);
      if (text === undefined) done(new ApiError(400, 'The request body is not UTF-8'));
      else parseJson(request, text, done);
    },
  );
  api.addHook('preValidation', ({ body, query }, _reply, done) => {
    if (!isShallow(body)) done(new ApiError(400, 'The request is nested too deeply'));
    else if (isStorable(body) && isStorable(query)) done();
    else done(new ApiError(400, 'The text contains a character that cannot be stored'));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Deeper than any body in the contract, and shallow enough to walk recursively. */
const MAX_DEPTH = 20;

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((item) => isShallow(item, depth + 1));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches U+0000 on purpose.
const UNSTORABLE_CHARACTERS = /[\u0000\p{Cs}]/u;

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE_CHARACTERS.test(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
  return true;
}

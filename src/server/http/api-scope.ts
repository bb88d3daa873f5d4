import type { FastifyInstance } from 'fastify';
import type { DiskSpace } from '../db/disk-space.ts';
import { ApiError } from './api-error.ts';
import { diskIsFull } from './database-errors.ts';
import { isFromOtherSite } from './site-address.ts';
import { type FindViewer, SAFE_METHODS, viewerHook } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the whole request had arrived, by the server's clock, in milliseconds since 1970. */
    arrivedAt: number;
  }
}

/**
 * What holds for every call below `/api`, and for nothing else: when it came, who asks, that no other
 * site's page sends it, that nothing is written to a full disk, and that what is not there is told in
 * JSON. Give it the scope before its routes.
 */
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
    // An answer is one person's own, except where it says otherwise, as lists equal for everyone do.
    reply.header('cache-control', 'no-store');
    // Any unsafe method, with a body or without.
    if (SAFE_METHODS.has(request.method) || !isFromOtherSite(request.headers, publicUrl)) done();
    else done(new ApiError(403, 'This request came from another site'));
  });
  // The first that runs when the body is there, and before anything can make it wait: what is sent
  // slowly is not in time because its head was, and in the rush before the cutoff nothing that came in
  // time is refused because the database was busy.
  api.addHook('preValidation', (request, _reply, done) => {
    request.arrivedAt = clock();
    done();
  });
  takeStorableText(api);
  const askWho = viewerHook(findViewer);
  api.addHook('preValidation', askWho);
  // A body that may be larger than others is read of those alone who may send it. They are asked again
  // when it is there: that takes a while, in which a session may end.
  api.addHook('onRoute', (route) => {
    if (route.bodyLimit) route.onRequest = [askWho, ...[route.onRequest ?? []].flat()];
  });
  // Not before the body is there: looking takes time, and the moment of arrival is judged first.
  api.addHook('preValidation', ({ method, routeOptions }, _reply, done) => {
    if (SAFE_METHODS.has(method)) return done();
    const { worksOnFullDisk } = routeOptions.config;
    const looking = worksOnFullDisk ? disk.isExhausted() : disk.isFull();
    looking.then((isRefused) => done(isRefused ? diskIsFull() : undefined), done);
  });

  const unknown = async () => {
    throw new ApiError(404, 'Not found');
  };
  api.setNotFoundHandler(unknown);
  // Of Fastify's own 404 the prefix must be in small letters, of its routes it need not.
  api.all('/*', { config: { hiddenBecause: 'Not a call: returns 404 for all others.' } }, unknown);
}

/**
 * PostgreSQL stores neither U+0000 nor half a surrogate pair: such text is refused at the door. So
 * is a body that is not UTF-8, which would be stored with question marks in place of its letters.
 */
function takeStorableText(api: FastifyInstance): void {
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const text = textOf(body);
      if (text === undefined) done(new ApiError(400, 'The text of the request is not UTF-8'));
      else parseJson(request, text, done);
    },
  );
  api.addHook('preValidation', ({ body, query }, _reply, done) => {
    if (!isShallow(body)) done(new ApiError(400, 'The request is nested too deeply'));
    else if (isStorable(body) && isStorable(query)) done();
    else done(new ApiError(400, 'The text holds a character that cannot be stored'));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Deeper than any body of the contract, and nothing that a walk through it would notice. */
const DEEPEST = 20;

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((item) => isShallow(item, depth + 1));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for.
const UNSTORABLE = /[\u0000\p{Cs}]/u;

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
  return true;
}

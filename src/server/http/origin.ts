import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses with 403 what another site's page sends: any unsafe method, with a body or without. */
export function installOriginCheck(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', ({ method, headers }, _reply, done) => {
    if (SAFE_METHODS.has(method) || isOurOrigin(headers.origin, headers.host, publicUrl)) done();
    else done(new ApiError(403, 'This request came from another site'));
  });
}

/**
 * Ours is `publicUrl`'s origin where it is set, else the one whose host is the request's own. A
 * request without the header comes from no page of a browser that could be misled.
 */
export function isOurOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { origin: normal, protocol } = new URL(origin);
  if (publicUrl) return normal === new URL(publicUrl).origin;
  // Read the same way as the origin, which leaves its scheme's own port out.
  const site = `${protocol}//${host}`;
  return URL.canParse(site) && normal === new URL(site).origin;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';

/** Who is asking, as the session says. */
export interface Viewer {
  userId: string;
  sessionId: string;
  isAdmin: boolean;
  mustChangePassword: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
  interface FastifyContextConfig {
    who?: Endpoint['who'];
    isOwnPassword?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Tells every request who asks, and refuses what they may not call before a body is read: 401
 * without a session, 403 for an administrator's call, 403 for writes on a temporary password.
 */
export function installViewer(
  app: FastifyInstance,
  findViewer: (request: FastifyRequest) => Promise<Viewer | undefined>,
): void {
  app.decorateRequest('viewer', undefined);
  app.addHook('onRequest', async (request) => {
    const { who, isOwnPassword } = request.routeOptions.config;
    if (!who) return;
    request.viewer = await findViewer(request);
    if (who === 'anyone') return;
    const { viewer } = request;
    if (!viewer) throw new ApiError(401, 'Please sign in');
    if (who === 'admin' && !viewer.isAdmin)
      throw new ApiError(403, 'You do not have permission to access the admin panel');
    if (viewer.mustChangePassword && !SAFE_METHODS.has(request.method) && !isOwnPassword)
      throw new ApiError(403, 'Please set your own password first');
  });
}

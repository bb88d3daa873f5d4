import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { FRESH_SIGN_IN, FRESH_SIGN_IN_NEEDED } from '#contract/fresh-sign-in.ts';
import { ApiError } from './api-error.ts';

/** Who is asking, as the session says. */
export interface Viewer {
  userId: string;
  username: string;
  sessionId: string;
  isAdmin: boolean;
  mustChangePassword: boolean;
  /** Has signed in, or confirmed it, within the last minutes. */
  isFresh: boolean;
}

/** Who asks, at once where the session is remembered. */
export type FindViewer = (
  request: FastifyRequest,
) => Viewer | undefined | Promise<Viewer | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
  interface FastifyContextConfig {
    who?: Endpoint['who'];
    endsTemporaryPassword?: boolean;
    inDemo?: Endpoint['inDemo'];
    needsFreshSignIn?: boolean;
    worksOnFullDisk?: boolean;
    /** Set by `route`: what OpenAPI describes. */
    endpoint?: Endpoint;
    /** Why OpenAPI does not describe a route without an endpoint. */
    hiddenBecause?: string;
  }
}

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The hook by which a scope or a route asks once who it is that asks (`request.viewer`), and refuses
 * what they may not call: 401 without a session, 403 for an administrator's call, for writes on a
 * temporary password, and for the gravest on a sign-in that is not fresh.
 */
export function viewerHook(findViewer: FindViewer) {
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    const admit = (viewer: Viewer | undefined) => {
      request.viewer = viewer;
      done(refusalOf(viewer, request.routeOptions.config, request.method));
    };
    const found = findViewer(request);
    // What is there already is not waited for: that would be some percent of answering a list.
    if (found instanceof Promise) found.then(admit, done);
    else admit(found);
  };
}

function refusalOf(
  viewer: Viewer | undefined,
  { who, endsTemporaryPassword, needsFreshSignIn }: FastifyContextConfig,
  method: string,
): ApiError | undefined {
  if (!who || who === 'anyone') return undefined;
  if (!viewer) return new ApiError(401, 'Please sign in');
  if (who === 'admin' && !viewer.isAdmin)
    return new ApiError(403, 'You do not have permission to access the admin panel');
  if (viewer.mustChangePassword && !SAFE_METHODS.has(method) && !endsTemporaryPassword)
    return new ApiError(403, 'Please set your own password first');
  return needsFreshSignIn && !viewer.isFresh ? freshSignInNeeded() : undefined;
}

/** The refusal that a password or a passkey lifts: the browser asks for one, and goes on. */
export function freshSignInNeeded(): ApiError {
  return new ApiError(403, FRESH_SIGN_IN_NEEDED, { code: FRESH_SIGN_IN });
}

import type { FastifyRequest } from 'fastify';
import {
  API_TOKEN_PREFIX,
  formatMissingScope,
  TOKEN_IS_INVALID,
  TOKEN_NOT_ALLOWED,
} from '#contract/api-tokens.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { FRESH_SIGN_IN, FRESH_SIGN_IN_NEEDED } from '#contract/fresh-sign-in.ts';
import { canEnterSetlist, canModerate } from '#contract/roles.ts';
import type { ApiTokenScope } from '#contract/token-scopes.ts';
import { ApiError } from './api-error.ts';

export interface Viewer {
  userId: string;
  username: string;
  sessionId: string;
  isAdmin: boolean;
  isModerator: boolean;
  scribeOf: readonly string[];
  mustChangePassword: boolean;
  /** Undefined for a session. */
  tokenScopes?: readonly ApiTokenScope[];
  /** Whether the user signed in or confirmed their identity within the last minutes. */
  isFresh: boolean;
}

/** Returns synchronously if the session is cached. */
export type FindViewer = (
  request: FastifyRequest,
) => Viewer | undefined | Promise<Viewer | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | undefined;
  }
  interface FastifyContextConfig {
    who?: Endpoint['who'];
    /** Without a scope, API tokens may not call the route. */
    tokenScope?: ApiTokenScope | undefined;
    endsTemporaryPassword?: boolean;
    inDemo?: Endpoint['inDemo'];
    needsFreshSignIn?: boolean;
    ignoresSession?: boolean;
    worksOnFullDisk?: boolean;
    endpoint?: Endpoint;
    /** Why OpenAPI does not describe a route without an endpoint. */
    hiddenBecause?: string;
  }
}

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets `request.viewer`, or rejects the request with 401 or 403. */
export function createViewerHook(findViewer: FindViewer) {
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    const finish = (currentViewer: Viewer | undefined) => {
      request.viewer = currentViewer;
      done(findAccessError(currentViewer, request));
    };
    const { ignoresSession } = request.routeOptions.config;
    const viewer = ignoresSession ? undefined : findViewer(request);
    // Awaiting a cached viewer would cost a few percent of a list's response time.
    if (viewer instanceof Promise) viewer.then(finish, done);
    else finish(viewer);
  };
}

function findAccessError(
  viewer: Viewer | undefined,
  request: FastifyRequest,
): ApiError | undefined {
  const { who, endsTemporaryPassword, needsFreshSignIn } = request.routeOptions.config;
  const tokenError = findTokenError(viewer, request);
  if (tokenError || !who || who === 'anyone') return tokenError;
  if (!viewer) return new ApiError(401, 'Please sign in');
  if (!hasRole(viewer, who, request)) return createAccessDeniedError();
  if (viewer.mustChangePassword && !SAFE_METHODS.has(request.method) && !endsTemporaryPassword)
    return new ApiError(403, 'Please set your own password first');
  return needsFreshSignIn && !viewer.isFresh ? createFreshSignInError() : undefined;
}

/** Other kinds of `Authorization` are for proxies in front of the server. */
export function hasApiToken({ authorization = '' }: FastifyRequest['headers']): boolean {
  return TOKEN_HEADER.test(authorization);
}

const TOKEN_HEADER = new RegExp(`^Bearer ${API_TOKEN_PREFIX}`, 'i');

function findTokenError(
  viewer: Viewer | undefined,
  { headers, routeOptions: { config } }: FastifyRequest,
): ApiError | undefined {
  if (!hasApiToken(headers)) return undefined;
  if (!viewer?.tokenScopes) return new ApiError(401, TOKEN_IS_INVALID);
  const { tokenScope } = config;
  if (!tokenScope) return new ApiError(403, TOKEN_NOT_ALLOWED);
  const hasScope = viewer.tokenScopes.includes(tokenScope);
  return hasScope ? undefined : new ApiError(403, formatMissingScope(tokenScope));
}

function hasRole(
  viewer: Viewer,
  who: Exclude<Endpoint['who'], 'anyone'>,
  { params }: FastifyRequest,
): boolean {
  switch (who) {
    case 'user':
      return true;
    case 'scribe': {
      const { id = '' } = params as { id?: string };
      return canEnterSetlist(viewer, id.toLowerCase());
    }
    case 'moderator':
      return canModerate(viewer);
    case 'admin':
      return viewer.isAdmin;
  }
}

export function createAccessDeniedError(): ApiError {
  return new ApiError(403, 'You do not have permission to access the admin panel');
}

/** On this error, the browser asks for a password or a passkey and repeats the call. */
export function createFreshSignInError(): ApiError {
  return new ApiError(403, FRESH_SIGN_IN_NEEDED, { code: FRESH_SIGN_IN });
}

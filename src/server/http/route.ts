import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
  RouteShorthandOptions,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findTokenScope } from '#contract/api-tokens.ts';
import {
  type BodyOf,
  type Endpoint,
  errorBody,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import type { Viewer } from './viewer.ts';

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  viewer: E['who'] extends 'anyone' ? Viewer | undefined : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends undefined as 204. A handler that sends its own response returns the reply. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E> | FastifyReply>,
  options: Pick<RouteShorthandOptions, 'compress'> = {},
): void {
  app.route({
    ...options,
    method: endpoint.method,
    url: toRoutePattern(endpoint.path.slice(app.prefix.length)),
    schema: buildRouteSchema(endpoint),
    config: {
      endpoint,
      who: endpoint.who,
      tokenScope: findTokenScope(endpoint),
      endsTemporaryPassword: endpoint.endsTemporaryPassword ?? false,
      ...(endpoint.inDemo && { inDemo: endpoint.inDemo }),
      needsFreshSignIn: endpoint.needsFreshSignIn ?? false,
      ignoresSession: endpoint.ignoresSession ?? false,
      worksOnFullDisk: endpoint.worksOnFullDisk ?? endpoint.method === 'DELETE',
    },
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    handler: async (request, reply) => {
      reply.status(endpoint.status);
      const response = await handler(buildCall<E>(request, reply));
      // The reply itself is checked, because awaiting a returned reply yields undefined.
      if (reply.sent) return reply;
      return response === undefined ? reply.status(204).send() : response;
    },
  });
}

/** Returns a set that collects the endpoints of routes registered afterwards. */
export function collectEndpoints(app: FastifyInstance): ReadonlySet<Endpoint> {
  const endpoints = new Set<Endpoint>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.add(config.endpoint);
  });
  return endpoints;
}

/** Applies to routes that are registered afterwards. */
export function hideRoutes(app: FastifyInstance, hiddenBecause: string): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, hiddenBecause };
  });
}

/** Keeps Fastify from loading its own compilers. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    buildSerializer: () => serializerCompiler,
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Converts '/shows/{id}' to '/shows/:id'. */
export function toRoutePattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function buildCall<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    viewer: request.viewer,
    request,
    reply,
  } as Call<E>;
}

function buildRouteSchema(endpoint: Endpoint) {
  const success = endpoint.returns ?? z.null().describe('Nothing');
  const statuses = endpoint.status === 201 ? [200, 201] : [endpoint.status];
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, success])),
      ...(endpoint.mayBeEmpty && { 204: z.null().describe('There is none, or none yet') }),
      '4xx': errorBody,
      '5xx': errorBody,
    },
  };
}

export function notFound(name: string): ApiError {
  return new ApiError(404, `${name} not found.`);
}

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  errorBody,
  type ParamsOf,
  type QueryOf,
} from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import type { Viewer } from './viewer.ts';

/** What a handler gets of a call: everything is checked, and typed by the contract. */
interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Who asks; undefined only where the endpoint is for anyone. */
  viewer: E['who'] extends 'anyone' ? Viewer | undefined : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Serves an endpoint of the contract. The handler's answer is stripped to its declaration and sent
 * with the declared status; undefined is 204. A handler that answers in its own way sends by `reply`
 * and returns that.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<AnswerOf<E> | FastifyReply>,
): void {
  app.route({
    method: endpoint.method,
    // The scope has the beginning, which all calls have in common.
    url: routeOf(endpoint.path.slice(app.prefix.length)),
    schema: routeSchema(endpoint),
    config: {
      endpoint,
      who: endpoint.who,
      endsTemporaryPassword: endpoint.endsTemporaryPassword ?? false,
      ...(endpoint.inDemo && { inDemo: endpoint.inDemo }),
      needsFreshSignIn: endpoint.needsFreshSignIn ?? false,
      worksOnFullDisk: endpoint.worksOnFullDisk ?? endpoint.method === 'DELETE',
    },
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    handler: async (request, reply) => {
      reply.status(endpoint.status);
      const answer = await handler(callOf<E>(request, reply));
      // A reply is a promise of its own sending, so awaiting one leaves nothing to compare it with.
      if (reply.sent) return reply;
      return answer === undefined ? reply.status(204).send() : answer;
    },
  });
}

/** Collects the endpoints of the routes that are registered below the app from now on. */
export function collectEndpoints(app: FastifyInstance): ReadonlySet<Endpoint> {
  const endpoints = new Set<Endpoint>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.add(config.endpoint);
  });
  return endpoints;
}

/** Leaves the routes that are registered below the app from now on out of OpenAPI. */
export function hideRoutes(app: FastifyInstance, hiddenBecause: string): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, hiddenBecause };
  });
}

/** Checks and strips by the contract's schemas. Fastify does not load its own compilers then. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    buildSerializer: () => serializerCompiler,
  },
  // Fastify's types know schemas of Ajv only.
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** A path of the contract as Fastify writes it: '/shows/{id}' is '/shows/:id'. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function callOf<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  // The validators of the route's schema have just made these what the contract says.
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    viewer: request.viewer,
    request,
    reply,
  } as Call<E>;
}

function routeSchema(endpoint: Endpoint) {
  const success = endpoint.returns ?? z.null().describe('Nothing');
  const statuses = endpoint.status === 201 ? [200, 201] : [endpoint.status];
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, success])),
      ...(endpoint.mayBeEmpty && { 204: z.null().describe('There is none') }),
      '4xx': errorBody,
      '5xx': errorBody,
    },
  };
}

/** A reading that found nothing. */
export function notFound(what: string): ApiError {
  return new ApiError(404, `${what} not found.`);
}

import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { ApiError } from './api-error.ts';
import { installErrorHandler, sendError } from './error-handler.ts';
import { RequestLog } from './log.ts';
import { createRequestIds, REQUEST_ID_HEADER } from './request-id.ts';
import { schemaController } from './route.ts';

export function createServer({
  logger = false,
  requestTimeout,
  trustProxy,
  clock,
}: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT,
    schemaController,
    requestTimeout,
    // Node's default of 30 s would be added to every timeout.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: requestTimeout },
    trustProxy,
    genReqId: createRequestIds(trustProxy),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      reply.header(REQUEST_ID_HEADER, request.id);
      sendError(reply, new ApiError(error.statusCode ?? 400, 'The URL is malformed'));
    },
  });
  app.removeContentTypeParser('text/plain');
  installErrorHandler(app, clock);
  return app;
}

interface ServerOptions {
  logger: FastifyServerOptions['logger'];
  /** Milliseconds within which a complete request must arrive. */
  requestTimeout: number;
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']>;
  clock: () => number;
}

const BODY_LIMIT = 16 * 1024;

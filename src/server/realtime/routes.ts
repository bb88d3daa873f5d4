import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Topic } from '#contract/freshness.ts';
import { PULSE_QUERY, REALTIME_PATH, RECENT_QUERY } from '#contract/realtime.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { isFromOtherSite } from '../http/site-address.ts';
import { type FindViewer, type Viewer, viewerHook } from '../http/viewer.ts';
import { createHub, type FindDelta } from './hub.ts';
import { MAX_FRAME_BYTES } from './limit-frames.ts';

const SOCKETS_PER_USER = 10;

/** How long an upgrade may take to be taken or refused. */
const HANDSHAKE_MS = 4_000;

/** ws's own types don't know `closeTimeout` yet: how long a peer has to answer a close. */
const SOCKET_OPTIONS = {
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  closeTimeout: 2_000,
};

/**
 * The socket at `REALTIME_PATH`. Refused before the upgrade: 401 without a session, 403 from
 * another site's page, 429 for a user's eleventh, 503 while the server leaves. Await it before any hook that may refuse a
 * request: the plugin ends a refused connection only where its own hook came first.
 */
export async function realtimeRoutes(
  app: FastifyInstance,
  context: Context,
  findViewer: FindViewer,
  findNews: FindDelta,
): Promise<void> {
  const { leaving, metrics } = context;
  const onFailure = (err: unknown) =>
    app.log.error({ err }, 'what goes with an event was not read');
  const hub = createHub(context.bus, findViewer, { findNews, onFailure, metrics });
  leaving.addEventListener('abort', () => hub.leave(), { once: true });

  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    errorHandler(error, socket, request) {
      request.log.debug({ err: error }, 'socket failed');
      // A broken frame's socket is closing already, with the code that says why.
      if (socket.readyState === socket.OPEN) socket.terminate();
    },
    async preClose() {
      app.websocketServer.close();
      await hub.close();
    },
  });

  // What was answered without any hook, such as an address that can't be read, ends by this; ws
  // takes the timeout off a connection that becomes a socket. Before the plugin's own listener:
  // where the session is remembered, that one has made the socket before it returns, and a timeout
  // set afterwards would end every socket that is silent for so long.
  app.server.prependListener('upgrade', (_request, connection: Socket) => {
    connection.setTimeout(HANDSHAKE_MS, () => connection.destroy());
  });

  const refuseOtherSites: onRequestHookHandler = (request, _reply, done) => {
    const isForeign = isFromOtherSite(request.headers, context.publicUrl);
    done(isForeign ? new ApiError(403, 'This request came from another site') : undefined);
  };

  app.route({
    method: 'GET',
    url: REALTIME_PATH,
    config: {
      who: 'user',
      hiddenBecause: 'OpenAPI cannot describe a WebSocket: docs/realtime.md does.',
    },
    onRequest: [viewerHook(findViewer), refuseOtherSites],
    // The last and synchronous step before the upgrade, so that ten stay ten when many come at once.
    preHandler: (request, _reply, done) => {
      if (leaving.aborted)
        return done(new ApiError(503, 'The server restarts. Please try again.', { retryAfter: 1 }));
      const isFull = request.ws && hub.countOf(viewerOf(request).userId) >= SOCKETS_PER_USER;
      done(isFull ? new ApiError(429, 'Too many open pages. Close one and try again.') : undefined);
    },
    handler: (_request, reply) => {
      reply.header('upgrade', 'websocket');
      throw new ApiError(426, 'This address speaks WebSocket only');
    },
    wsHandler: (socket, request) => {
      const { userId, isAdmin } = viewerOf(request);
      const connection = request.raw.socket;
      const { searchParams } = new URL(request.url, 'ws://here');
      const wantsPulse = searchParams.has(PULSE_QUERY);
      const wantsRecent = searchParams.has(RECENT_QUERY);
      const says = { wantsPulse, wantsRecent, watches: new Set<Topic>() };
      hub.add({ socket, connection, userId, isAdmin, request, ...says });
    },
  });
}

function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new ApiError(401, 'Please sign in');
  return request.viewer;
}

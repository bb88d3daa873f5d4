import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { PULSE_QUERY, REALTIME_PATH, RECENT_QUERY } from '#contract/realtime.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { isFromOtherSite } from '../http/site-origin.ts';
import { createViewerHook, type FindViewer, type Viewer } from '../http/viewer.ts';
import { createHub, type FindDelta, type Hub } from './hub.ts';
import { MAX_FRAME_BYTES } from './limit-frames.ts';

const MAX_SOCKETS_PER_USER = 10;

const HANDSHAKE_MS = 4_000;

/** ws's types lack `closeTimeout`, how long a peer has to respond to a close frame. */
const SOCKET_OPTIONS = {
  maxPayload: MAX_FRAME_BYTES,
  perMessageDeflate: false,
  closeTimeout: 2_000,
};

/** Await before adding hooks that reject: the plugin cleans up only if its hook runs first. */
export async function realtimeRoutes(
  app: FastifyInstance,
  context: Context,
  findViewer: FindViewer,
  findDelta: FindDelta,
): Promise<Pick<Hub, 'position'>> {
  const { shutdownSignal, metrics } = context;
  const onFailure = (err: unknown) => app.log.error({ err }, 'failed to send an event');
  const hub = createHub(context.bus, findViewer, { findDelta, onFailure, metrics });
  shutdownSignal.addEventListener('abort', () => hub.leave(), { once: true });

  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    errorHandler(error, socket, request) {
      request.log.debug({ err: error }, 'socket failed');
      // A socket with a broken frame is already closing with the right code.
      if (socket.readyState === socket.OPEN) socket.terminate();
    },
    async preClose() {
      app.websocketServer.close();
      await hub.close();
    },
  });

  // Ends connections that got a response before any hook, such as for an invalid URL. Prepended,
  // because a timeout set after the plugin's listener would end every silent socket.
  app.server.prependListener('upgrade', (_request, connection: Socket) => {
    connection.setTimeout(HANDSHAKE_MS, () => connection.destroy());
  });

  const rejectOtherSites: onRequestHookHandler = (request, _reply, done) => {
    const isFromElsewhere = isFromOtherSite(request.headers, context.publicUrl);
    done(isFromElsewhere ? new ApiError(403, 'This request came from another site') : undefined);
  };

  app.route({
    method: 'GET',
    url: REALTIME_PATH,
    config: {
      who: 'user',
      tokenScope: 'read',
      hiddenBecause: 'OpenAPI cannot describe a WebSocket: docs/realtime.md does.',
    },
    onRequest: [createViewerHook(findViewer), rejectOtherSites],
    // Synchronous and last before the upgrade, so simultaneous upgrades can't exceed the limit.
    preHandler: (request, _reply, done) => {
      if (shutdownSignal.aborted)
        return done(
          new ApiError(503, 'The server is restarting. Please try again.', { retryAfter: 1 }),
        );
      const isFull =
        request.ws && hub.countSockets(requireViewer(request).userId) >= MAX_SOCKETS_PER_USER;
      done(isFull ? new ApiError(429, 'Too many open pages. Close one and try again.') : undefined);
    },
    handler: (_request, reply) => {
      reply.header('upgrade', 'websocket');
      throw new ApiError(426, 'This URL only accepts WebSocket connections');
    },
    wsHandler: (socket, request) => {
      const { userId, isAdmin, isModerator, scribeOf } = requireViewer(request);
      const roles = { isAdmin, isModerator, scribeOf };
      const connection = request.raw.socket;
      const { searchParams } = new URL(request.url, 'ws://localhost');
      const wantsPulse = searchParams.has(PULSE_QUERY);
      const wantsRecent = searchParams.has(RECENT_QUERY);
      const dataLoadedAt = hub.readPosition(searchParams.get(RECENT_QUERY) ?? undefined);
      const client = { socket, connection, userId, ...roles, request, watches: new Set<string>() };
      hub.add({ ...client, wantsPulse, wantsRecent, dataLoadedAt });
    },
  });
  return hub;
}

function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new ApiError(401, 'Please sign in');
  return request.viewer;
}

import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Topic } from '#contract/freshness.ts';

/** An open socket, and whose it is. */
export interface Client {
  socket: WebSocket;
  userId: string;
  isAdmin: boolean;
  /** The upgrade, which carries the session that the socket lives on. */
  request: FastifyRequest;
  /** A page that asked for the pulse, as it can't see pings. */
  wantsPulse: boolean;
  /** A page that has just been loaded, and may have missed what was told a moment ago. */
  wantsRecent: boolean;
  /** Of the topics told to watchers only: those that its pages show. */
  watches: ReadonlySet<Topic>;
}

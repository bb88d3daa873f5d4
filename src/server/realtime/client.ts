import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { type Change, TOPICS, type Topic } from '#contract/freshness.ts';

/** An open socket, and whose it is. */
export interface Client {
  socket: WebSocket;
  /** The connection beneath it, which takes whole frames. */
  connection: { write(frame: Buffer): boolean };
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

/** Whether a change is told to this client, by the table of topics. */
export function isInterested(
  { userId, isAdmin, watches }: Pick<Client, 'userId' | 'isAdmin' | 'watches'>,
  { topic, subjectId }: Change,
): boolean {
  // Anybody's is everybody's.
  const isTheirs = subjectId === null || userId === subjectId;
  switch (TOPICS[topic].told) {
    case 'everyone':
      return true;
    case 'watchers':
      return watches.has(topic);
    case 'owner and administrators':
      return isAdmin || isTheirs;
    case 'owner':
      return isTheirs;
    case 'administrators':
      return isAdmin;
    case 'nobody':
      return false;
  }
}

import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { type Change, TOPICS } from '#contract/freshness.ts';

export interface Client {
  socket: WebSocket;
  connection: { write(frame: Buffer): boolean };
  userId: string;
  isAdmin: boolean;
  isModerator: boolean;
  scribeOf: readonly string[];
  request: FastifyRequest;
  /** Browsers hide pings from the page, so a page can request a text frame with each ping. */
  wantsPulse: boolean;
  wantsRecent: boolean;
  /** When the page's data was loaded (`performance.now()`), or 0. Earlier changes are not sent. */
  dataLoadedAt: number;
  /** Topics whose audience is `watchers`, and `topic:subject` for `subject watchers`. */
  watches: ReadonlySet<string>;
}

export type Recipient = Pick<Client, 'userId' | 'isAdmin' | 'isModerator' | 'scribeOf' | 'watches'>;

export function isInterested(
  { userId, isAdmin, isModerator, scribeOf, watches }: Recipient,
  { topic, subjectId }: Change,
): boolean {
  const isOwner = subjectId === null || userId === subjectId;
  switch (TOPICS[topic].audience) {
    case 'everyone':
      return true;
    case 'watchers':
      return watches.has(topic);
    case 'subject watchers':
      return watches.has(`${topic}:${subjectId}`);
    case 'owner and administrators':
      return isAdmin || isOwner;
    case 'owner':
      return isOwner;
    case 'moderators':
      return isAdmin || isModerator;
    case 'administrators and scribes':
      return isAdmin || (subjectId === null ? scribeOf.length > 0 : scribeOf.includes(subjectId));
    case 'administrators':
      return isAdmin;
    case 'server only':
      return false;
  }
}

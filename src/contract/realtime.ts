import { z } from 'zod';

/** Path of the WebSocket, on the site's own host. */
export const REALTIME_PATH = '/ws';

export const REALTIME_EVENTS = ['scores:update', 'setlist:update', 'show:status'] as const;
export type RealtimeEventName = (typeof REALTIME_EVENTS)[number];

/**
 * A message of the server: something changed, fetch it again. It carries no list. `version` grows
 * with every change of the show; `audience` is how many sockets are told, so that a client can
 * spread its fetch over a delay that grows with it.
 */
export const realtimeMessage = z.object({
  event: z.enum(REALTIME_EVENTS),
  data: z.object({
    showId: z.string(),
    version: z.int(),
    audience: z.int(),
  }),
});
export type RealtimeMessage = z.output<typeof realtimeMessage>;

/** A fourth event, of our own: something changed in a thread of the forums. */
export const FORUM_EVENT = 'forums:update';

/** `version` is the moment of the change in microseconds: it never falls, but may be equal. */
export const forumMessage = z.object({
  event: z.literal(FORUM_EVENT),
  data: z.object({
    threadId: z.string(),
    version: z.int(),
    audience: z.int(),
  }),
});

/** Whatever the server says. */
export const serverMessage = z.union([realtimeMessage, forumMessage]);
export type ServerMessage = z.output<typeof serverMessage>;

/**
 * A browser's page can't see a ping: one that asks for it in the address (`/ws?pulse`) hears this
 * text with each, and so knows within a minute that a line is dead. Nobody else is sent it.
 */
export const PULSE_QUERY = 'pulse';
export const PULSE = '{"event":"pulse"}';

/** How often the server pings, and sends a pulse. */
export const PULSE_EVERY_MS = 15_000;

/** Close code of a socket whose session ended: whoever holds it asks again who is signed in. */
export const SESSION_ENDED_CODE = 4401;

/** Longest wait before a refetch for an audience of that size, in milliseconds. */
export function refetchSpread(audience: number): number {
  return Math.min(50 + audience / 10, 700);
}

export const RECONNECT = {
  firstDelayMs: 1_000,
  maxDelayMs: 10_000,
  attempts: 5,
  jitter: 0.2,
  /** After the attempts of one round: how long until the next begins by itself. */
  nextRoundMs: 30_000,
} as const;
